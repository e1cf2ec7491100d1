package lineage

import (
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// Resolution contains the columns of a query and the origin of each.
type Resolution struct {
	Columns []Output
	// Branches are the columns of each branch of a set operation; empty if there is none.
	Branches [][]Output
	// Uses are the columns that decide which rows there are, at any depth of the query: Filter or Join. What decides
	// inside a sub-query of a select list decides about one value only: it is among the inputs of that column instead.
	Uses []Input
	// Opaque is the reason why there may be more columns than those in Columns, and OpaqueAt its position; "" if all
	// are known.
	Opaque   string
	OpaqueAt sqltext.Range
	// UsesOpaque is the reason why Uses may be incomplete; "" if it is complete.
	UsesOpaque string
	Problems   []Problem // by position
}

// Output is a column of the result of a query.
type Output struct {
	// Name is the alias or the column's own name, as written; "" if the engine generates one.
	Name string
	// Text is the expression as written or, for a column of a star, the column's qualified name in quotes.
	Text string
	// Item is the position of its entry in the select list of the first branch, and in Resolution.Branches in that of
	// its own branch. A star has one entry and many columns. Item is -1 for a column that only a later branch of BY
	// NAME has.
	Item     int
	Inputs   []Input // PassThrough or Transform, by node and column
	DataType string  // "" unless it is certain
	Opaque   string  // why Inputs may not be all; "" when they are
}

// ProblemKind names a kind of problem.
type ProblemKind string

// The kinds of problems. Each is certain: the query cannot run as written.
const (
	UnknownColumn   ProblemKind = "unknownColumn"
	AmbiguousColumn ProblemKind = "ambiguousColumn"
	UnknownRelation ProblemKind = "unknownRelation" // a qualifier that names nothing in FROM
	ColumnCount     ProblemKind = "columnCount"     // branches of a set operation that do not fit together
)

// Problem is something in a query that cannot work.
type Problem struct {
	Kind  ProblemKind
	Range sqltext.Range // in the text that was read
	// Message is the problem, Hint the next step.
	Message, Hint string
	// Nearest is the column that an unknown column certainly means; empty if there is none, or more than one.
	Nearest string
}

// Lineage returns the resolution as the lineage of a node whose columns have these ids, in order. The caller sets
// Reads, because it knows the node's refs.
func (r *Resolution) Lineage(ids []transform.ColumnID) NodeLineage {
	n := NodeLineage{Uses: r.Uses, Opaque: r.WhyOpaque(), Columns: make([]ColumnLineage, 0, len(ids))}
	for i, id := range ids {
		column := ColumnLineage{Column: id}
		if i < len(r.Columns) {
			column.Inputs = r.Columns[i].Inputs
		}
		n.Columns = append(n.Columns, column)
	}
	return n
}

// WhyOpaque returns the first reason why anything may be missing in the lineage, "" when nothing is.
func (r *Resolution) WhyOpaque() string {
	if r.Opaque != "" {
		return r.Opaque
	}
	for _, column := range r.Columns {
		if column.Opaque != "" {
			return column.Opaque
		}
	}
	return r.UsesOpaque
}
