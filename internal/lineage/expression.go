package lineage

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// reading is what the value of an expression is made from.
type reading struct {
	inputs []Input // shared: not to be changed
	opaque string  // why inputs may not be all
}

// value finds what an expression is made from that gives a value and decides about no rows, such as an entry of a select
// list. The conditions of sub-queries in it decide about that value only, so they are part of it.
func (r *resolver) value(e *sqltext.Expression, s *scope) reading {
	conditions := gathering{}
	value := r.expression(e, s, &conditions)
	if len(conditions.uses) == 0 {
		value.opaque = or(value.opaque, conditions.usesOpaque)
		return value
	}
	whole := reading{}
	r.takeReading(&whole, value)
	r.takeReading(&whole, reading{conditions.uses, conditions.usesOpaque})
	whole.inputs = tidy(whole.inputs)
	return whole
}

// expression finds what an expression is made from. A column alone passes its inputs on as they are, everything else
// transforms. Conditions of sub-queries are gathered with those of the query around them.
func (r *resolver) expression(e *sqltext.Expression, s *scope, g *gathering) reading {
	if e.IsPlainColumn && len(e.Columns) == 1 {
		if m := r.look(e, &e.Columns[0], s); m.field != nil && !m.isPart {
			return reading{m.field.inputs, or(m.field.opaque, m.why)}
		} else if m.field == nil {
			return reading{opaque: m.why}
		}
	}
	value := reading{opaque: whyUnread(e)}
	for i := range e.Columns {
		r.take(&value, r.look(e, &e.Columns[i], s))
	}
	for i := range e.Stars {
		r.takeTable(&value, r.starTable(&e.Stars[i], s))
	}
	for _, sub := range e.Subqueries {
		r.subquery(e, sub, s, &value, g)
	}
	for _, name := range e.NamedWindows {
		r.takeReading(&value, r.window(name, s))
	}
	value.inputs = tidy(value.inputs)
	return value
}

func whyUnread(e *sqltext.Expression) string {
	switch {
	case e.HasJinja:
		return "Jinja makes part of an expression"
	case e.Skipped:
		return "part of an expression was not understood"
	default:
		return ""
	}
}

// take adds what a column is made from.
func (r *resolver) take(v *reading, m match) {
	v.opaque = or(v.opaque, m.why)
	if m.field == nil {
		return
	}
	v.opaque = or(v.opaque, m.field.opaque)
	if !r.spend(len(m.field.inputs)) {
		v.opaque = or(v.opaque, tooLarge)
		return
	}
	for _, in := range m.field.inputs {
		v.inputs = append(v.inputs, Input{in.Node, in.Column, Transform})
	}
}

// takeReading adds what another expression is made from.
func (r *resolver) takeReading(v *reading, other reading) {
	r.take(v, match{field: &field{inputs: other.inputs, opaque: other.opaque}})
}

// takeTable adds what the columns of a table are made from.
func (r *resolver) takeTable(v *reading, t table) {
	v.opaque = or(v.opaque, t.open)
	for i := range t.fields {
		r.take(v, match{field: &t.fields[i]})
	}
}

// subquery takes what a query inside an expression gives. EXISTS looks at rows only, not at what is in them.
func (r *resolver) subquery(e *sqltext.Expression, sub *sqltext.Query, s *scope, value *reading, g *gathering) {
	given := r.query(sub, surroundings{with: s.with, outer: s}, nil)
	g.merge(given.gathering)
	if !asksForRows(e, sub) {
		r.takeTable(value, given.table)
	}
}

// asksForRows reports whether EXISTS stands before a sub-query.
func asksForRows(e *sqltext.Expression, sub *sqltext.Query) bool {
	before := sqltext.Range{End: sub.Range.Start - e.Range.Start}.Of(e.Text)
	before = strings.TrimRight(before, " \t\r\n(")
	const word = "EXISTS"
	start := len(before) - len(word)
	return start >= 0 && strings.EqualFold(before[start:], word)
}

// look looks a column up and reports what is wrong with it.
func (r *resolver) look(e *sqltext.Expression, ref *sqltext.ColumnRef, s *scope) match {
	if len(ref.Parts) == 0 {
		return match{}
	}
	if last := ref.Parts[len(ref.Parts)-1]; last.Dynamic {
		return match{why: "Jinja makes the name of a column"}
	}
	m := r.find(ref.Parts, s)
	if m.verdict == found || m.verdict == uncertain || len(r.problems) >= maxProblems || !isCertain(e, ref) {
		return m
	}
	if m.verdict == missing {
		r.report(missingColumn(ref, m, s))
	} else {
		r.report(ambiguousColumn(ref, s))
	}
	return m
}

// isCertain reports whether a name in an expression can only be a column.
func isCertain(e *sqltext.Expression, ref *sqltext.ColumnRef) bool {
	if e.HasJinja || e.Skipped || isDynamic(ref.Parts) {
		return false
	}
	name := ref.Name()
	return name.Quoted || !isPseudoColumn(name.Text)
}
