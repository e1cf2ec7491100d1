package lineage

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// reading is the set of inputs of an expression.
type reading struct {
	inputs []Input // shared: not to be changed
	opaque string  // why inputs may not be all
}

// value returns the inputs of an expression that computes a value and does not filter rows, such as an entry of a
// select list. The conditions of sub-queries in it affect that value only, so they are inputs, too.
func (r *resolver) value(e *sqltext.Expression, s *scope) reading {
	conditions := gathering{}
	value := r.expression(e, s, &conditions)
	if len(conditions.uses) == 0 {
		value.opaque = or(value.opaque, conditions.usesOpaque)
		return value
	}
	whole := reading{}
	r.addReading(&whole, value)
	r.addReading(&whole, reading{conditions.uses, conditions.usesOpaque})
	whole.inputs = tidy(whole.inputs)
	return whole
}

// expression returns the inputs of an expression. A column alone passes its inputs through; everything else transforms.
// Conditions of sub-queries are collected with those of the outer query.
func (r *resolver) expression(e *sqltext.Expression, s *scope, g *gathering) reading {
	if e.IsPlainColumn && len(e.Columns) == 1 {
		if m := r.findColumn(e, &e.Columns[0], s); m.field != nil && !m.isPart {
			return reading{m.field.inputs, or(m.field.opaque, m.why)}
		} else if m.field == nil {
			return reading{opaque: m.why}
		}
	}
	value := reading{opaque: whyUnread(e)}
	for i := range e.Columns {
		r.addInputs(&value, r.findColumn(e, &e.Columns[i], s))
	}
	for i := range e.Stars {
		r.addTable(&value, r.starTable(&e.Stars[i], s))
	}
	for _, sub := range e.Subqueries {
		r.subquery(e, sub, s, &value, g)
	}
	for _, name := range e.NamedWindows {
		r.addReading(&value, r.window(name, s))
	}
	value.inputs = tidy(value.inputs)
	return value
}

func whyUnread(e *sqltext.Expression) string {
	switch {
	case e.HasJinja:
		return "Jinja produces part of an expression"
	case e.Skipped:
		return "part of an expression was not understood"
	default:
		return ""
	}
}

// addInputs adds the inputs of a column.
func (r *resolver) addInputs(v *reading, m match) {
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

// addReading adds the inputs of another expression.
func (r *resolver) addReading(v *reading, other reading) {
	r.addInputs(v, match{field: &field{inputs: other.inputs, opaque: other.opaque}})
}

// addTable adds the inputs of the columns of a table.
func (r *resolver) addTable(v *reading, t table) {
	v.opaque = or(v.opaque, t.open)
	for i := range t.fields {
		r.addInputs(v, match{field: &t.fields[i]})
	}
}

// subquery adds the inputs of a query inside an expression. EXISTS tests for rows only, not for their values.
func (r *resolver) subquery(e *sqltext.Expression, sub *sqltext.Query, s *scope, value *reading, g *gathering) {
	given := r.query(sub, surroundings{with: s.with, outer: s}, nil)
	g.merge(given.gathering)
	if !isExists(e, sub) {
		r.addTable(value, given.table)
	}
}

// isExists reports whether EXISTS precedes a sub-query.
func isExists(e *sqltext.Expression, sub *sqltext.Query) bool {
	before := sqltext.Range{End: sub.Range.Start - e.Range.Start}.Of(e.Text)
	before = strings.TrimRight(before, " \t\r\n(")
	const word = "EXISTS"
	start := len(before) - len(word)
	return start >= 0 && strings.EqualFold(before[start:], word)
}

// findColumn finds a column and reports its problems.
func (r *resolver) findColumn(e *sqltext.Expression, ref *sqltext.ColumnRef, s *scope) match {
	if len(ref.Parts) == 0 {
		return match{}
	}
	if last := ref.Parts[len(ref.Parts)-1]; last.Dynamic {
		return match{why: "Jinja produces the name of a column"}
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
