package workspace

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// The most rows that a preview shows, and how long it may take.
const (
	MostRows       = 1_000
	previewTimeout = 30 * time.Second
)

// Rows are some rows that a node would get.
type Rows struct {
	engine.Rows

	SQL string // the query
}

// Preview runs the query of a node and gives its first rows. Nothing is changed: the transaction is rolled back.
func (d *Service) Preview(ctx context.Context, organization ids.Organization, id ids.Workspace, node transform.NodeID, limit int) (Rows, error) {
	if limit < 1 || limit > MostRows {
		return Rows{}, fault.New(fault.Invalid, "limit cannot be %d", limit).WithHint("It is a whole number from 1 to %d.", MostRows)
	}
	n, err := d.Node(ctx, organization, id, node)
	if err != nil {
		return Rows{}, err
	}
	query, err := n.View.query(n.Node)
	if err != nil {
		return Rows{}, err
	}
	opened, release, err := d.engine(ctx, n.View)
	if err != nil {
		return Rows{}, err
	}
	defer release()
	within, stop := context.WithTimeout(ctx, previewTimeout)
	defer stop()
	//nolint:unqueryvet // whatever the node selects is wanted
	rows, err := queryAndRollBack(within, opened, fmt.Sprintf("SELECT * FROM (\n%s\n) AS preview LIMIT %d", query, limit+1), limit)
	switch {
	case err != nil && ctx.Err() == nil && within.Err() != nil:
		err = fault.Wrap(err, fault.Invalid, "the query of node %s takes longer than %s", n.Ref(), previewTimeout).
			WithHint("Let it read less while you work on it, with a WHERE or another source.")
	case fault.Is(err, fault.Invalid):
		said, _, _ := strings.Cut(fault.From(err).Message, "\n") // what follows repeats the query
		err = fault.Wrap(err, fault.Invalid, "the query of node %s fails: %s", n.Ref(), said).
			WithHint("Run the nodes that it reads first, or mend its SQL.")
	}
	return Rows{Rows: rows, SQL: query}, err
}

// queryAndRollBack runs a query in a transaction that is rolled back.
func queryAndRollBack(ctx context.Context, opened engine.Engine, query string, limit int) (engine.Rows, error) {
	session, err := opened.Session(ctx, engine.Label{WorkID: "preview/" + ids.New[string](), Epoch: 1})
	if err != nil {
		return engine.Rows{}, err
	}
	defer func() { _ = session.Close() }() // rolls back
	if err := session.Begin(ctx); err != nil {
		return engine.Rows{}, err
	}
	return session.Query(ctx, query, limit)
}

// engine opens the engine that a workspace works on.
func (d *Service) engine(ctx context.Context, v *Revision) (engine.Engine, func(), error) {
	at := v.place
	if at.connection == "" || d.options.Engine == nil {
		return nil, nil, fault.New(fault.Invalid, "workspace %d has no connection", v.Workspace.ID).WithHint("Give it one, or make one the default.")
	}
	if enginekind.IsEmbedded(at.platform) {
		dataFolderID, err := d.options.Connections.BindDataFolder(ctx, v.Workspace.Organization, at.connection, d.options.DataFolderID)
		if err != nil {
			return nil, nil, err
		}
		if dataFolderID != d.options.DataFolderID {
			return nil, nil, fault.New(fault.Unavailable, "the data of this workspace is on another server").
				WithHint("Send the request to the server where the connection was used first, or give the workspace another connection.")
		}
	}
	return d.options.Engine(ctx, v.Workspace.Organization, at.connection)
}

// previewType is a type whose run is the query of a node, for either kind of node. Its id is none that a project can have.
const previewType transform.NodeTypeID = "\x00preview"

// previewTemplate is what the library's own types put behind INSERT. A node that reads nothing shows what is in its table.
//
//nolint:unqueryvet // all of it is wanted
const previewTemplate = `
{%- if sources and (sources[0].query is defined or sources[0].join) -%}
{%- set parts = namespace(key=none, data=[], keys=[], others=[], tracked=[], untracked=[], system=[], roles={}) -%}
{{- mr_sort(parts) -}}
{{ mr_query(sources, parts) }}
{%- else -%}
SELECT * FROM {{ this }}
{%- endif -%}`

// query is the query of a node: what it selects from what is upstream of it.
func (v *Revision) query(n *compiler.Node) (string, error) {
	c := v.Compilation
	types := slices.Clone(c.Project.NodeTypes)
	for version := 1; version <= 2; version++ {
		types = append(types, transform.NodeType{ID: previewType, Name: string(previewType), Version: version, Run: previewTemplate})
	}
	renderer, _ := render.New(c.Project, nodetype.NewCatalog(types, c.Types.Platform()), v.place.target(c.Renderer.Dialect()))
	subject := *n.Node
	subject.Type = previewType
	result, found := renderer.Render(render.Request{Node: &subject, Template: render.Run})
	if result == nil || len(result.Stages) == 0 {
		reason := "its SQL cannot be rendered"
		if len(found) > 0 {
			reason = found[0].Message
		}
		return "", fault.New(fault.Invalid, "node %s cannot be previewed: %s", n.Ref(), reason).WithHint("Mend the node first; validation says more.")
	}
	return strings.TrimRight(strings.TrimSpace(result.Stages[0].SQL), "; \n"), nil
}
