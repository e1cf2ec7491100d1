package lineage

import (
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// sourceGroup is one source group of a YAML node: what its transforms can name, and what decides about its rows.
type sourceGroup struct {
	gathering

	resolver *resolver
	scope    *scope
	opaque   string
}

// readGroup reads the join of a source group as if it followed a SELECT.
func readGroup(n *transform.Node, at int, c ColumnCatalog) *sourceGroup {
	g := &sourceGroup{resolver: &resolver{catalog: c, budget: maxWork, scans: maxScans}, scope: &scope{isLenient: true}}
	if at >= len(n.Sources) {
		return g
	}
	source := &n.Sources[at]
	if n.OverrideSQL && source.CustomSQL != "" {
		g.opaque = "the node has a script of its own"
	}
	q, err := sqltext.ReadQuery(n.CTE + "\nSELECT 1\n" + source.Join)
	switch {
	case err != nil:
		g.fallBack(source, "the join cannot be read: "+err.Error())
	case q.Opaque != "" || len(q.Branches) == 0:
		g.fallBack(source, or(q.Opaque, "the join cannot be read"))
	default:
		g.read(q)
	}
	return g
}

// read takes the scope and the conditions of the group from its join.
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

// fallBack makes a scope from what the group says of itself when its join cannot be read: the nodes that it depends on,
// under their names and aliases.
func (g *sourceGroup) fallBack(source *transform.Source, why string) {
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

// column reads where a column of the group comes from.
func (g *sourceGroup) column(source *transform.ColumnSource) []Input {
	text := strings.TrimSpace(source.Transform)
	if text == "" {
		return references(source.References, PassThrough)
	}
	e, err := sqltext.ReadExpression(markSource(text))
	if err != nil {
		return references(source.References, Transform)
	}
	marked := dropMarks(&e)
	if marked && e.IsPlainColumn {
		return references(source.References, PassThrough)
	}
	return g.mentioned(&e, source.References)
}

// mentioned puts what a transform mentions and what the column's references say together. Jinja in a transform hides
// nothing: the references are there to tell.
func (g *sourceGroup) mentioned(e *sqltext.Expression, refs []transform.ColumnRef) []Input {
	e.HasJinja = false
	value := g.resolver.value(e, g.scope)
	inputs := slices.Clone(value.inputs)
	use := Transform
	if len(refs) == 0 {
		g.opaque = or(g.opaque, value.opaque)
	} else if e.IsPlainColumn && len(inputs) == 0 && len(refs) == 1 {
		use = PassThrough // the name says nothing to us, the reference does
	}
	for _, in := range references(refs, use) {
		if !slices.ContainsFunc(inputs, func(known Input) bool { return known.place() == in.place() }) {
			inputs = append(inputs, in)
		}
	}
	return inputs
}
