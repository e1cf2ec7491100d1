package lineage

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// query resolves a query. self is the common table expression that the query defines, nil for other queries. It gets
// the result of the first branches before a branch that names it is resolved.
func (r *resolver) query(q *sqltext.Query, around surroundings, self *with) result {
	switch {
	case q.Opaque != "":
		return result{table: openTable(q.Opaque, q.Range)}
	case len(q.Branches) == 0:
		return result{table: openTable("a query without a SELECT", q.Range)}
	case r.depth >= maxDepth || !r.spend(1):
		return result{table: openTable(tooLarge, q.Range)}
	}
	r.depth++
	defer func() { r.depth-- }()

	around.with = r.withClause(q, around)
	given, last := r.branches(q, around, self)
	r.order(q, last, &given)
	if r.budget < 0 {
		given.leaveOpen(tooLarge, q.Range)
	}
	given.uses = tidy(given.uses)
	for i := range given.fields {
		given.fields[i].isNull = false // outside, engines differ in the type that NULL has
	}
	return given
}

// withClause adds the common table expressions of a query to the outer ones. Each sees the previous ones. All are
// resolved in order, used or not, so that their problems are reported.
func (r *resolver) withClause(q *sqltext.Query, around surroundings) *with {
	chain := around.with
	for i := range q.CTEs {
		chain = &with{cte: &q.CTEs[i], previous: chain, outer: around.outer, isRecursive: q.Recursive}
		r.define(chain)
	}
	return chain
}

// branches resolves and combines the branches of a set operation. The scope is that of a query with one branch, nil for
// a set operation.
func (r *resolver) branches(q *sqltext.Query, around surroundings, self *with) (result, *scope) {
	given, last := r.branch(&q.Branches[0], around)
	r.keepBranch(q, given.fields)
	for i := range q.Branches[1:] {
		if self != nil {
			self.anchor(given.table)
		}
		next, _ := r.branch(&q.Branches[i+1], around)
		r.keepBranch(q, next.fields)
		r.combine(&given, next, &q.Branches[i+1])
		last = nil
	}
	return given, last
}

// keepBranch stores the columns of a branch of the outermost query before they are combined.
func (r *resolver) keepBranch(q *sqltext.Query, fields []field) {
	if r.depth == 1 && len(q.Branches) > 1 {
		r.branchFields = append(r.branchFields, slices.Clone(fields))
	}
}

func (r *resolver) branch(b *sqltext.Branch, around surroundings) (result, *scope) {
	switch {
	case b.Select != nil:
		return r.selection(b.Select, around)
	case b.Query != nil:
		return r.query(b.Query, around, nil), nil
	default:
		return result{table: openTable("a branch without a SELECT", sqltext.Range{})}, nil
	}
}

// order records the columns that the rows are ordered by. Names of the select list take precedence there.
func (r *resolver) order(q *sqltext.Query, last *scope, given *result) {
	if last == nil {
		last = &scope{} // ORDER BY of a set operation can use only its result columns
	}
	last.outputs, last.outputsFirst, last.isLenient = given.fields, true, len(last.relations) == 0
	for i := range q.OrderBy {
		r.position(&q.OrderBy[i], last, &given.gathering)
	}
}

// position reads an entry of ORDER BY or GROUP BY, which may be the number of a column.
func (r *resolver) position(e *sqltext.Expression, s *scope, g *gathering) {
	if at, ok := ordinal(e); ok {
		if at <= len(s.outputs) {
			g.addFields(s.outputs[at-1 : at])
		}
		return
	}
	g.addReading(r.expression(e, s, g), Filter)
}

// ordinal returns the number of a column that an expression is, from 1.
func ordinal(e *sqltext.Expression) (int, bool) {
	text := strings.TrimSpace(e.Text)
	if e.Literal != sqltext.NumberLiteral || len(text) > 5 {
		return 0, false
	}
	at := 0
	for _, digit := range []byte(text) {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		at = 10*at + int(digit-'0')
	}
	return at, at > 0
}
