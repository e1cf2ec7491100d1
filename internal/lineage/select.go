package lineage

import "github.com/millrace/millrace/internal/sqltext"

// selection resolves one SELECT. The scope is for clauses around it, such as ORDER BY.
func (r *resolver) selection(s *sqltext.Select, around surroundings) (result, *scope) {
	given := result{table: table{fields: r.newFields(len(s.Items))}}
	in := &scope{outer: around.outer, with: around.with, windows: newWindows(s)}
	r.from(s.From, in, &given.gathering)
	for i := range s.Items {
		r.item(s, i, in, &given)
	}
	if s.FromFirst && len(s.Items) == 0 {
		r.star(&sqltext.Star{Range: s.Range}, 0, in, &given)
	}
	r.clauses(s, in, &given)
	return given, in
}

// item resolves an entry of the select list. Entries after it may use its name.
func (r *resolver) item(s *sqltext.Select, i int, in *scope, given *result) {
	item := &s.Items[i]
	if item.Star != nil {
		r.star(item.Star, i, in, given)
		return
	}
	f := r.column(&item.Expr, in)
	f.name, f.item = item.Name.Text, i
	if s.IsValues {
		f.dataType, f.isNull = "", false // further rows may be of other types
	}
	if makesRows(item.Expr.Text) {
		given.addFields([]field{f})
	}
	given.fields = append(given.fields, f)
	in.outputs = given.fields
	r.spend(1)
}

// column resolves an expression as a column without a name.
func (r *resolver) column(e *sqltext.Expression, in *scope) field {
	if e.IsPlainColumn && len(e.Columns) == 1 {
		if m := r.findColumn(e, &e.Columns[0], in); m.field != nil && !m.isPart {
			f := field{inputs: m.field.inputs, opaque: m.field.opaque, text: e.Text}
			if m.verdict == found {
				f.dataType = m.field.dataType
			}
			return f
		}
	}
	value := r.value(e, in)
	return field{
		inputs:   value.inputs,
		opaque:   value.opaque,
		text:     e.Text,
		dataType: r.dataType(e, in, 0),
		isNull:   e.Literal == sqltext.NullLiteral,
	}
}

// clauses resolves the clauses after FROM. The names of the select list are valid in all of them: not every engine
// allows every use, and an engine that does not reports it itself.
func (r *resolver) clauses(s *sqltext.Select, in *scope, given *result) {
	in.outputs = given.fields
	for _, clause := range [][]sqltext.Expression{s.DistinctOn, s.Where, s.Having, s.Qualify, s.Hierarchy} {
		for i := range clause {
			given.addReading(r.expression(&clause[i], in, &given.gathering), Filter)
		}
	}
	for i := range s.GroupBy {
		r.position(&s.GroupBy[i], in, &given.gathering)
	}
	if s.GroupByAll {
		r.groupByAll(s, given)
	}
	if s.Distinct && len(s.DistinctOn) == 0 {
		given.addFields(given.fields)
	}
}

// groupByAll groups by the columns that do not aggregate.
func (r *resolver) groupByAll(s *sqltext.Select, given *result) {
	for i := range given.fields {
		item := given.fields[i].item
		if item < len(s.Items) && s.Items[item].Star == nil && aggregates(s.Items[item].Expr.Text) {
			continue
		}
		given.addFields(given.fields[i : i+1])
	}
}
