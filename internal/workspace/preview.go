package workspace

import (
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// Limits of a preview.
const (
	MaxRows        = 1_000
	maxQueryLength = 200_000 // bytes
)

// Rows are some of the rows that a node would get.
type Rows struct {
	engine.Rows

	SQL string // the query
}

// Preview runs the query of a node and returns its first rows. It changes nothing, because it rolls the transaction
// back.
func (s *Service) Preview(ctx context.Context, organization ids.Organization, id ids.Workspace, node transform.NodeID, limit int) (Rows, error) {
	n, err := s.Node(ctx, organization, id, node)
	if err != nil {
		return Rows{}, err
	}
	return s.previewRows(ctx, n, limit)
}

func (s *Service) previewRows(ctx context.Context, n Node, limit int) (Rows, error) {
	if limit < 1 || limit > MaxRows {
		return Rows{}, fault.New(fault.Invalid, "limit cannot be %d", limit).WithHint("Send a whole number from 1 to %d.", MaxRows)
	}
	query, err := n.Revision.query(n.Node)
	if err != nil {
		return Rows{}, err
	}
	if len(query) > maxQueryLength {
		return Rows{}, fault.New(fault.Invalid, "the query of node %s is longer than %d bytes, so it cannot be previewed", n.Ref(), maxQueryLength).
			WithHint("Split the node, or read the data from a table.")
	}
	opened, release, err := s.engine(ctx, n.Revision)
	if err != nil {
		return Rows{}, err
	}
	defer release()
	within, stop := s.previewContext(ctx)
	defer stop()
	rows, err := queryPreview(within, opened, query, limit)
	switch {
	case err != nil && ctx.Err() == nil && within.Err() != nil:
		err = fault.Wrap(err, fault.Invalid, "the query of node %s exceeded the timeout of %s", n.Ref(), s.options.PreviewTimeout).
			WithHint("Make it read less while you edit it, with a WHERE or another source.")
	case fault.Is(err, fault.Limit):
		err = fault.Wrap(err, fault.Invalid, "the query of node %s failed: %s", n.Ref(), fault.From(err).Message).
			WithHint("Make it read less while you edit it, with a WHERE or another source.")
	case fault.Is(err, fault.Invalid):
		said, _, _ := strings.Cut(fault.From(err).Message, "\n") // the rest repeats the query
		err = fault.Wrap(err, fault.Invalid, "the query of node %s failed: %s", n.Ref(), said).
			WithHint("Run the nodes that it reads first, or fix its SQL.")
	}
	return Rows{Rows: rows, SQL: query}, err
}

func (s *Service) previewContext(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.options.PreviewTimeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, s.options.PreviewTimeout)
}

// queryPreview returns the first rows of a query, with long texts cut by the engine.
func queryPreview(ctx context.Context, opened engine.Engine, query string, limit int) (engine.Rows, error) {
	columns, err := opened.Describe(ctx, query)
	if err != nil {
		return engine.Rows{}, err
	}
	rows, err := queryAndRollBack(ctx, opened, cutQuery(query, columns, limit+1), limit)
	if err != nil {
		return engine.Rows{}, err
	}
	rows.Columns = columns
	return cutRows(rows), nil
}

// queryAndRollBack runs a query in a transaction and rolls it back.
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

// engine opens the engine of a workspace.
func (s *Service) engine(ctx context.Context, v *Revision) (engine.Engine, func(), error) {
	target := v.target
	if target.connection == "" || s.options.Engine == nil {
		return nil, nil, fault.New(fault.Invalid, "workspace %d has no connection", v.Workspace.ID).WithHint("Set its connection, or set a default connection.")
	}
	if enginekind.IsEmbedded(target.platform) {
		dataFolderID, err := s.options.Connections.BindDataFolder(ctx, v.Workspace.Organization, target.connection, s.options.DataFolderID)
		if err != nil {
			return nil, nil, err
		}
		if dataFolderID != s.options.DataFolderID {
			return nil, nil, fault.New(fault.Unavailable, "the connection of this workspace is bound to another server").
				WithHint("Send the request to the server that first used the connection, or set another connection for the workspace.")
		}
	}
	return s.options.Engine(ctx, project.EngineUse{
		Organization: v.Workspace.Organization, Connection: target.connection, Target: ids.Environment(v.Workspace.ID),
	})
}

// previewType is a type whose run template is the query of a node, for both kinds of nodes. No type of a project can
// have its id.
const previewType transform.NodeTypeID = "\x00preview"

// previewTemplate is what the library's types put after INSERT. For a node that reads nothing it selects from its
// table.
//
//nolint:unqueryvet // the preview shows every column
const previewTemplate = `
{%- if sources and (sources[0].query is defined or sources[0].join) -%}
{%- set parts = namespace(key=none, data=[], keys=[], others=[], tracked=[], untracked=[], system=[], roles={}) -%}
{{- mr_sort(parts) -}}
{{ mr_query(sources, parts) }}
{%- else -%}
SELECT * FROM {{ this }}
{%- endif -%}`

// query returns the query of a node: what it selects from its upstream nodes.
func (v *Revision) query(n *compiler.Node) (string, error) {
	c := v.Compilation
	types := slices.Clone(c.Project.NodeTypes)
	for version := 1; version <= 2; version++ {
		types = append(types, transform.NodeType{ID: previewType, Name: string(previewType), Version: version, Run: previewTemplate})
	}
	renderer, _ := render.New(c.Project, nodetype.NewCatalog(types, c.Types.Platform()), v.target.renderTarget(c.Renderer.Dialect()))
	subject := *n.Node
	subject.Type = previewType
	result, found := renderer.Render(render.Request{Node: &subject, Template: render.Run})
	if result == nil || len(result.Stages) == 0 {
		reason := "its SQL cannot be rendered"
		if len(found) > 0 {
			reason = found[0].Message
		}
		return "", fault.New(fault.Invalid, "node %s cannot be previewed: %s", n.Ref(), reason).WithHint("Fix the node first. Validate the workspace for details.")
	}
	return strings.TrimRight(strings.TrimSpace(result.Stages[0].SQL), "; \n"), nil
}
