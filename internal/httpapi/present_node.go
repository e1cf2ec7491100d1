package httpapi

import (
	"math"
	"slices"
	"strconv"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

func presentNodeSummary(n *compiler.Node, c *compiler.Compilation) api.NodeSummary {
	schema := c.Renderer.MappingOf(n.Node)
	return api.NodeSummary{
		ID: workspace.PublicID(n.ID), Name: n.Name, NodeType: string(n.Node.Type), LocationName: n.Location,
		Database: schema.Database, Schema: schema.Schema,
	}
}

// presentNode presents a node of a workspace or of a deployed project. The wire shape is flat; files have two levels.
func presentNode(n *compiler.Node, c *compiler.Compilation) api.Node {
	schema := c.Renderer.MappingOf(n.Node)
	config, ok := jsonValue(n.Config).(map[string]any)
	if !ok || config == nil {
		config = map[string]any{}
	}
	shape := api.Node{
		ID: workspace.PublicID(n.ID), Name: n.Name, NodeType: string(n.Node.Type), LocationName: n.Location,
		Database: schema.Database, Schema: schema.Schema, Description: n.Description, Type: new("sql"), Table: new(n.Name),
		Config: &config, MaterializationType: new(n.Materialization), OverrideSQL: new(n.OverrideSQL),
		IsMultisource: new(n.IsMultisource), DeployEnabled: new(n.DeployEnabled), PredecessorNodeIDs: new(predecessors(n, c)),
		Metadata: presentMetadata(n, c),
	}
	if n.IsSource {
		shape.Type = new("sourceInput")
	}
	if n.Kind == transform.SQLNode && n.SQL != nil {
		shape.SQL = new(n.SQL.Text)
	}
	return shape
}

func predecessors(n *compiler.Node, c *compiler.Compilation) []string {
	return present(c.Graph.Upstream(string(n.ID)), func(id string) string { return workspace.PublicID(transform.NodeID(id)) })
}

func presentMetadata(n *compiler.Node, c *compiler.Compilation) *api.NodeMetadata {
	metadata := &api.NodeMetadata{
		Columns: make([]api.Column, len(n.Columns)), SourceMapping: make([]api.SourceMapping, len(n.Sources)),
		AppliedNodeTests: present(n.Tests, presentNodeTest), EnabledColumnTestIDs: append([]string{}, n.ColumnTests...),
		CteString: optional(n.CTE),
	}
	for i := range n.Columns {
		metadata.Columns[i] = presentNodeColumn(n, c, &n.Columns[i])
	}
	named := refsAround(n, c)
	for i := range n.Sources {
		metadata.SourceMapping[i] = presentSource(&n.Sources[i], named)
	}
	return metadata
}

func presentNodeTest(t transform.NodeTest) map[string]any {
	order := runAfter
	if t.RunBefore {
		order = runBefore
	}
	return map[string]any{
		"name": t.Name, "description": t.Description, "runOrder": order, "continueOnFailure": t.ContinueOnFailure,
		"templateString": t.Template,
	}
}

// refsAround returns the ids of the upstream nodes of a node, by name.
func refsAround(n *compiler.Node, c *compiler.Compilation) map[transform.NodeRef]transform.NodeID {
	named := map[transform.NodeRef]transform.NodeID{}
	for _, id := range c.Graph.Upstream(string(n.ID)) {
		if up, ok := c.Node(transform.NodeID(id)); ok {
			named[up.Ref()] = up.ID
		}
	}
	return named
}

// presentSource presents a source group. Clients read lineage from dependencies and aliases, so what the file omits is
// taken from the join.
func presentSource(s *transform.Source, named map[transform.NodeRef]transform.NodeID) api.SourceMapping {
	shape := api.SourceMapping{Name: s.Name, Aliases: map[string]string{}, NoLinkRefs: present(s.NoLinkRefs, presentRef)}
	shape.Join.JoinCondition = new(s.Join)
	dependencies := slices.Clone(s.Dependencies)
	for alias, id := range s.Aliases {
		shape.Aliases[alias] = workspace.PublicID(id)
	}
	for _, ref := range sqltext.Refs(s.Join) {
		other := transform.NodeRef{Location: ref.Location, Name: ref.Node}
		id, known := named[other]
		if !known {
			continue
		}
		if len(s.Aliases) == 0 {
			shape.Aliases[aliasOf(ref)] = workspace.PublicID(id)
		}
		if len(s.Dependencies) == 0 && ref.IsEdge() {
			dependencies = append(dependencies, other)
		}
	}
	shape.Dependencies = presentDependencies(dependencies)
	if s.CustomSQL != "" {
		shape.CustomSQL = presentCustomSQL(s.CustomSQL)
	}
	return shape
}

func aliasOf(r sqltext.Ref) string {
	if r.Alias.Text != "" {
		return r.Alias.Text
	}
	return r.Node
}

func presentRef(r transform.NodeRef) map[string]any {
	return map[string]any{"locationName": r.Location, "nodeName": r.Name}
}

// jsonValue converts a value of a file to JSON, which lacks some numbers of YAML.
func jsonValue(value any) any {
	switch value := value.(type) {
	case float64:
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return strconv.FormatFloat(value, 'g', -1, 64)
		}
	case []any:
		return present(value, jsonValue)
	case map[string]any:
		plain := make(map[string]any, len(value))
		for key, item := range value {
			plain[key] = jsonValue(item)
		}
		return plain
	}
	return value
}
