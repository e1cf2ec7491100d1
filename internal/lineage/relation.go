package lineage

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// relation is a table under a name in FROM.
type relation struct {
	table

	alias sqltext.Identifier
	name  []sqltext.Identifier // of a table without an alias
	ref   *sqltext.Ref
	// loose is the origin of any further column: those of a table function come from its arguments.
	loose *field
	row   *field // the whole row, set on first use
	// merged are fields that USING merged with those of another relation, by position: the field that replaces them if
	// they are not qualified, nil if the other relation's field does.
	merged   map[int]*field
	isHidden bool // of a semi join: only its condition sees it
	at       sqltext.Range
}

// isNamed reports whether a qualifier means the relation. A table without an alias answers to its name, with or without
// the names of schema and database before it.
func (rel *relation) isNamed(qualifier []sqltext.Identifier) bool {
	last := qualifier[len(qualifier)-1]
	if last.Dynamic {
		return len(qualifier) == 1 && rel.isRef(last.Text)
	}
	switch {
	case rel.alias.Text != "":
		return len(qualifier) == 1 && equalFold(rel.alias.Text, last.Text)
	case rel.ref != nil:
		return equalFold(rel.ref.Node, last.Text)
	}
	for i := 1; i <= min(len(qualifier), len(rel.name)); i++ {
		if !equalFold(qualifier[len(qualifier)-i].Text, rel.name[len(rel.name)-i].Text) {
			return false
		}
	}
	return len(rel.name) > 0
}

// isRef reports whether a piece of Jinja is the ref that the relation is.
func (rel *relation) isRef(jinja string) bool {
	refs := sqltext.Refs(jinja)
	return rel.ref != nil && len(refs) == 1 && refs[0].Literal &&
		refs[0].Location == rel.ref.Location && refs[0].Node == rel.ref.Node
}

// label returns the name of the relation, "" if it has none.
func (rel *relation) label() string {
	switch {
	case rel.alias.Text != "":
		return rel.alias.Text
	case rel.ref != nil:
		return rel.ref.Node
	case len(rel.name) > 0:
		return rel.name[len(rel.name)-1].Text
	default:
		return ""
	}
}

// qualifier returns the label as written in SQL: quoted only if the text quotes it, because engines fold unquoted
// names.
func (rel *relation) qualifier() string {
	name := sqltext.Identifier{Text: rel.label(), Quoted: true}
	switch {
	case rel.alias.Text != "":
		name = rel.alias
	case rel.ref == nil && len(rel.name) > 0:
		name = rel.name[len(rel.name)-1]
	}
	if name.Text == "" || !name.Quoted {
		return name.Text
	}
	return quoted(name.Text)
}

// plain returns the unqualified field at a position; nil if another relation's field replaces it.
func (rel *relation) plain(i int) *field {
	if f, ok := rel.merged[i]; ok {
		return f
	}
	return &rel.fields[i]
}

// relation resolves an entry of FROM.
func (r *resolver) relation(from *sqltext.Relation, s *scope, g *gathering) *relation {
	rel := &relation{alias: from.Alias, at: from.Range}
	switch from.Kind {
	case sqltext.TableRelation:
		rel.name, rel.ref = from.Name, from.Ref
		r.tableRelation(from, s, rel, g)
	case sqltext.QueryRelation:
		r.queryRelation(from, s, rel, g)
	case sqltext.FunctionRelation:
		rel.name = from.Name
		r.functionRelation(from, s, rel, g)
	case sqltext.JoinRelation:
		inner := &scope{outer: s, with: s.with}
		r.from(from.Relations, inner, g)
		given := result{}
		r.star(&sqltext.Star{Range: from.Range}, 0, inner, &given)
		rel.table = given.table
	default:
		inner := &scope{outer: s, with: s.with}
		r.from(from.Relations, inner, g)
		rel.table = openTable(or(from.Opaque, "a relation that was not understood"), from.Range)
	}
	if from.Opaque != "" {
		rel.leaveOpen(from.Opaque, from.Range)
	}
	rel.table = rel.renamed(from.ColumnAliases)
	return rel
}

func (r *resolver) tableRelation(from *sqltext.Relation, s *scope, rel *relation, g *gathering) {
	if from.Ref != nil {
		rel.table = r.node(from)
		return
	}
	if len(from.Name) == 1 {
		if w := s.with.find(from.Name[0]); w != nil {
			if given, ok := r.common(w); ok {
				g.merge(given.gathering)
				rel.table = given.table
				return
			}
		}
	}
	rel.table = openTable("table "+dotted(from.Name)+" is not read through ref, so its columns are not known", from.Range)
}

// node returns the columns of a node.
func (r *resolver) node(from *sqltext.Relation) table {
	if !from.Ref.Literal {
		return openTable("a ref with computed arguments", from.Range)
	}
	ref := transform.NodeRef{Location: from.Ref.Location, Name: from.Ref.Node}
	id, columns, complete := r.catalog.Columns(ref)
	if !r.spend(len(columns)) {
		return openTable(tooLarge, from.Range)
	}
	given := table{fields: r.newFields(len(columns))}
	inputs := make([]Input, len(columns))
	for i := range columns {
		column := &columns[i]
		inputs[i] = Input{Node: id, Column: column.ID, Use: PassThrough}
		given.fields = append(given.fields, field{name: column.Name, dataType: column.DataType, inputs: inputs[i : i+1 : i+1]})
	}
	switch {
	case id == "":
		given.leaveOpen("there is no node "+ref.String(), from.Range)
	case !complete:
		given.leaveOpen(ColumnsUnknown(ref), from.Range)
	}
	return given
}

// ColumnsUnknown returns the reason why a query that reads all columns of a node is opaque, if the catalog does not know them
// all.
func ColumnsUnknown(ref transform.NodeRef) string {
	return "the columns of " + ref.String() + " are not known"
}

// queryRelation resolves a query in FROM. It sees the relations before it, with or without LATERAL, because DuckDB does
// not require the keyword.
func (r *resolver) queryRelation(from *sqltext.Relation, s *scope, rel *relation, g *gathering) {
	if from.Query == nil {
		rel.table = openTable("a relation without a query", from.Range)
		return
	}
	given := r.query(from.Query, surroundings{with: s.with, outer: s}, nil)
	g.merge(given.gathering)
	rel.table = given.table
}

// functionRelation resolves a table function. Its rows and columns come from its arguments.
func (r *resolver) functionRelation(from *sqltext.Relation, s *scope, rel *relation, g *gathering) {
	value := r.expression(&from.Arguments, s, g)
	g.addReading(value, Filter)
	function := ""
	if len(from.Name) > 0 {
		function = strings.ToUpper(from.Name[len(from.Name)-1].Text)
	}
	rel.loose = &field{inputs: as(value.inputs, Transform), opaque: value.opaque}
	columns, isKnown := functionColumns(function)
	if !isKnown {
		rel.loose = nil
		rel.table = openTable("table function "+strings.ToLower(function), from.Range)
		return
	}
	for _, name := range columns {
		column := *rel.loose
		column.name = name
		rel.fields = append(rel.fields, column)
	}
	rel.table = rel.widened(len(from.ColumnAliases), rel.loose)
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
