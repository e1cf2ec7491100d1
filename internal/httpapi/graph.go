package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/nodegraph"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

const maxGraphDepth = 1000

// GetWorkspaceGraph returns the graph of a workspace.
func (h *handlers) GetWorkspaceGraph(ctx context.Context, r api.GetWorkspaceGraphRequestObject) (api.GetWorkspaceGraphResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	revision, err := h.services.Editor.CurrentRevision(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, err
	}
	return h.graphResponse(ctx, nodegraph.OfCompilation(revision.Compilation), graphQuery{
		include: r.Params.IncludeSelector, exclude: r.Params.ExcludeSelector, node: r.Params.NodeID, depth: r.Params.Depth,
		seen: r.Params.IfNoneMatch, in: revision.Compilation,
	})
}

// GetEnvironmentGraph returns the graph of the deployed nodes.
func (h *handlers) GetEnvironmentGraph(ctx context.Context, r api.GetEnvironmentGraphRequestObject) (api.GetEnvironmentGraphResponseObject, error) {
	contents, err := h.contents(ctx, r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	return h.graphResponse(ctx, nodegraph.OfNodes(contents.Nodes), graphQuery{
		include: r.Params.IncludeSelector, exclude: r.Params.ExcludeSelector, node: r.Params.NodeID, depth: r.Params.Depth,
		seen: r.Params.IfNoneMatch,
	})
}

// graphQuery has the parameters of a request for a graph.
type graphQuery struct {
	include, exclude, node, depth, seen *string
	in                                  *compiler.Compilation // has the diagnostics; nil in an environment
}

func (h *handlers) graphResponse(ctx context.Context, p *nodegraph.Project, q graphQuery) (graphJSON, error) {
	request := nodegraph.DrawRequest{Selectors: nodegraph.Selectors{Include: value(q.include), Exclude: value(q.exclude)}}
	var err error
	if request.Around, request.Depth, err = q.around(p); err != nil {
		return graphJSON{}, err
	}
	drawing, err := h.drawer.Draw(ctx, p, request)
	if err != nil {
		return graphJSON{}, err
	}
	body, err := json.Marshal(presentGraph(p, drawing, countDiagnostics(q.in)))
	if err != nil {
		return graphJSON{}, err
	}
	sum := sha256.Sum256(body)
	response := graphJSON{etag: `"` + hex.EncodeToString(sum[:16]) + `"`, body: body}
	response.isSeen = isSeen(value(q.seen), response.etag)
	return response, nil
}

// around returns the node and the depth of a request for a neighborhood.
func (q graphQuery) around(p *nodegraph.Project) (transform.NodeID, int, error) {
	node, text := value(q.node), value(q.depth)
	depth := 1
	if text != "" {
		var err error
		if depth, err = strconv.Atoi(text); err != nil || depth < 1 || depth > maxGraphDepth {
			return "", 0, fault.New(fault.Invalid, "depth cannot be %.20q", text).WithHint("Send a number from 1 to %d.", maxGraphDepth)
		}
	}
	switch {
	case node == "" && text != "":
		return "", 0, fault.New(fault.Invalid, "depth needs nodeID").WithHint("Send the id of the node in the middle.")
	case node == "":
		return "", 0, nil
	}
	for _, n := range p.Nodes() {
		if workspace.PublicID(n.ID) == node {
			return n.ID, depth, nil
		}
	}
	return "", 0, workspace.NodeNotFound(node)
}

// isSeen reports whether If-None-Match has the ETag.
func isSeen(header, etag string) bool {
	for one := range strings.SplitSeq(header, ",") {
		if one = strings.TrimPrefix(strings.TrimSpace(one), "W/"); one == etag || one == "*" {
			return true
		}
	}
	return false
}

// graphJSON is an encoded graph with its ETag.
type graphJSON struct {
	etag   string
	body   rawJSON
	isSeen bool // the client has it already
}

// VisitGetWorkspaceGraphResponse writes the response.
func (g graphJSON) VisitGetWorkspaceGraphResponse(w http.ResponseWriter) error { return g.write(w) }

// VisitGetEnvironmentGraphResponse writes the response.
func (g graphJSON) VisitGetEnvironmentGraphResponse(w http.ResponseWriter) error { return g.write(w) }

func (g graphJSON) write(w http.ResponseWriter) error {
	w.Header().Set("ETag", g.etag)
	if g.isSeen {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	return g.body.write(w)
}
