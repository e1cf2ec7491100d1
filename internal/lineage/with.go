package lineage

import (
	"slices"

	"github.com/millrace/millrace/internal/sqltext"
)

// surroundings are the names that a query can see beyond its own FROM.
type surroundings struct {
	with  *with
	outer *scope
}

// with is a common table expression and, in a chain, those that were there before it.
type with struct {
	cte         *sqltext.CTE
	previous    *with
	outer       *scope
	isRecursive bool // declared with WITH RECURSIVE

	state     withState
	given     result
	namesSelf bool
}

type withState uint8

const (
	started  withState = iota // nothing of it is known yet
	anchored                  // given has the result of its first branches, for the branches that name it
	done
)

// find returns the nearest common table expression of a name; an exact match takes precedence over one that differs in
// case.
func (w *with) find(name sqltext.Identifier) *with {
	var folded *with
	for at := w; at != nil; at = at.previous {
		if at.cte.Name.Text == name.Text {
			return at
		}
		if folded == nil && equalFold(at.cte.Name.Text, name.Text) {
			folded = at
		}
	}
	return folded
}

// mayNameItself reports whether the expression can be recursive. Snowflake does not require the keyword RECURSIVE;
// without it, a name that already has another meaning keeps that meaning.
func (w *with) mayNameItself() bool {
	return w.isRecursive || (len(w.cte.Query.Branches) > 1 && w.previous.find(w.cte.Name) == nil)
}

// common returns the result of a common table expression. ok is false if the name cannot refer to it: inside its own
// first branch, if it is not declared as recursive.
func (r *resolver) common(w *with) (given result, ok bool) {
	switch w.state {
	case done:
		return w.given, true
	case anchored:
		w.namesSelf = true
		return w.given, true
	default:
		if !w.isRecursive {
			return result{}, false
		}
		why := "common table expression " + w.cte.Name.Text + " begins with itself"
		return result{table: openTable(why, w.cte.Range)}, true
	}
}

// define resolves a common table expression. A recursive one is resolved again until nothing changes, because values
// can move from column to column in each iteration.
func (r *resolver) define(w *with) {
	if w.cte.Query == nil {
		w.given, w.state = result{table: openTable("common table expression without a query", w.cte.Range)}, done
		return
	}
	around := surroundings{with: w.previous, outer: w.outer}
	if w.mayNameItself() {
		around.with = w
	}
	given := r.query(w.cte.Query, around, w)
	for w.namesSelf {
		before := countInputs(given.fields)
		w.anchor(given.table)
		w.namesSelf = false
		given = r.query(w.cte.Query, around, nil)
		if countInputs(given.fields) == before {
			break
		}
	}
	given.table = given.renamed(w.cte.Columns)
	w.given, w.state = given, done
}

// anchor sets the result of the expression for the branches that name it.
func (w *with) anchor(t table) {
	t.fields = slices.Clone(t.fields) // the following branches change their copy
	w.given, w.state = result{table: t.renamed(w.cte.Columns)}, anchored
}

func countInputs(fields []field) int {
	count := 0
	for i := range fields {
		for _, in := range fields[i].inputs {
			count += 1 + int(in.Use) // a use can change too, and only upwards
		}
	}
	return count
}
