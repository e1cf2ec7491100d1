package lineage

import (
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// sourceGroup is one source group of a YAML node: the names that its transforms can use, and the columns that decide
// about its rows.
type sourceGroup struct {
	gathering

	resolver *resolver
	scope    *scope
	opaque   string
}

// readGroup reads the join of a source group as if it followed a SELECT.
func (m *Resolver) readGroup(n *transform.Node, at int, c ColumnCatalog) *sourceGroup {
	g := &sourceGroup{resolver: &resolver{catalog: c, budget: maxWork, scans: maxScans, memory: m}, scope: &scope{isLenient: true}}
	if at >= len(n.Sources) {
		return g
	}
	source := &n.Sources[at]
	if n.OverrideSQL && source.CustomSQL != "" {
		g.opaque = "the node has its own script"
	}
	q, err := sqltext.ReadQuery(n.CTE + "\nSELECT 1\n" + source.Join)
	switch {
	case err != nil:
		g.useDependencies(source, "the join cannot be read: "+err.Error())
	case q.Opaque != "" || len(q.Branches) == 0:
		g.useDependencies(source, or(q.Opaque, "the join cannot be read"))
	default:
		g.read(q)
	}
	return g
}

// read sets the scope and the conditions of the group from its join.
func (g *sourceGroup) read(q *sqltext.Query) {
	around := surroundings{}
	around.with = g.resolver.withClause(q, around)
	given, in := g.resolver.branches(q, around, nil)
	if in == nil {
		_, in = g.resolver.branch(&q.Branches[0], around)
	}
	if in != nil {
		g.scope = in
		g.scope.outputs = nil // SELECT 1 is ours, not the node's
	}
	given.fields = nil
	g.resolver.order(q, in, &given)
	g.scope.outputsFirst = false
	g.gathering = given.gathering
}

// useDependencies builds a scope from the declared dependencies and aliases of the group if its join cannot be parsed.
func (g *sourceGroup) useDependencies(source *transform.Source, why string) {
	g.opaque = or(g.opaque, why)
	for _, ref := range source.Dependencies {
		from := sqltext.Relation{Ref: &sqltext.Ref{Location: ref.Location, Node: ref.Name, Literal: true}}
		rel := &relation{table: g.resolver.node(&from), ref: from.Ref}
		g.scope.relations = append(g.scope.relations, rel)
		id, _, _ := g.resolver.catalog.Columns(ref)
		for _, alias := range slices.Sorted(maps.Keys(source.Aliases)) {
			if id != "" && source.Aliases[alias] == id && !strings.EqualFold(alias, ref.Name) {
				g.scope.relations = append(g.scope.relations, &relation{table: rel.table, alias: sqltext.Identifier{Text: alias}})
			}
		}
	}
}

// column returns the inputs of a column of the group.
func (g *sourceGroup) column(source *transform.ColumnSource) []Input {
	text := strings.TrimSpace(source.Transform)
	if text == "" {
		return references(source.References, PassThrough)
	}
	e, err := g.resolver.memory.expressions.ReadExpression(markSource(text))
	if err != nil {
		return references(source.References, Transform)
	}
	marked := dropMarks(&e)
	if marked && e.IsPlainColumn {
		return references(source.References, PassThrough)
	}
	return g.mentioned(&e, source.References)
}

// mentioned combines the columns that a transform mentions with the column's references. Jinja in a transform hides
// nothing, because the references name its columns.
func (g *sourceGroup) mentioned(e *sqltext.Expression, refs []transform.ColumnRef) []Input {
	e.HasJinja = false
	value := g.resolver.value(e, g.scope)
	inputs := slices.Clone(value.inputs)
	use := Transform
	if len(refs) == 0 {
		g.opaque = or(g.opaque, value.opaque)
	} else if e.IsPlainColumn && len(inputs) == 0 && len(refs) == 1 {
		use = PassThrough // the name is unknown, but the reference is not
	}
	for _, in := range references(refs, use) {
		if !slices.ContainsFunc(inputs, func(known Input) bool { return known.endpoint() == in.endpoint() }) {
			inputs = append(inputs, in)
		}
	}
	return inputs
}
