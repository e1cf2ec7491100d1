package sqltext

// Literal says which literal an expression is.
type Literal uint8

// The kinds of literals.
const (
	NoLiteral Literal = iota
	StringLiteral
	NumberLiteral
	BoolLiteral
	NullLiteral
)

// Expression is a piece of SQL with what was found in it. What is said of the whole (IsPlainColumn, Cast, Literal,
// Function) looks through parentheses around it.
type Expression struct {
	Range Range
	// Text is the expression as written.
	Text string
	// IsPlainColumn says that the expression is only one column.
	IsPlainColumn bool
	// Columns are the references at any depth, except those of sub-queries, in order and with repetitions.
	Columns []ColumnRef
	// Stars are t.* and * inside the expression; count(*) is none.
	Stars []Star
	// Subqueries are the queries inside the expression; they may name columns of the scope around them.
	Subqueries []*Query
	// Cast is the type if the whole is a cast, as it was written.
	Cast string
	// Literal says that the whole is a literal.
	Literal Literal
	// Function is the name in upper case if the whole is one call.
	Function string
	// IsWindow says that there is an OVER somewhere in the expression.
	IsWindow bool
	// NamedWindows are the windows of the WINDOW clause that the expression names, in order and with repetitions: after
	// OVER, or as the base of a window of its own.
	NamedWindows []Identifier
	// HasJinja says that Jinja produces part of the expression, so that Columns may not be all of them.
	HasJinja bool
	// Skipped says that words in parentheses were not understood and skipped, so that Columns may not be all.
	Skipped bool
}

// ColumnRef is a reference to a column. Only someone who knows the relations can tell whether a.b is the column b of a
// or the field b of the column a.
type ColumnRef struct {
	Parts []Identifier
	Range Range
}

// Name returns the last part.
func (c ColumnRef) Name() Identifier {
	if len(c.Parts) == 0 {
		return Identifier{}
	}
	return c.Parts[len(c.Parts)-1]
}

// Qualifier is everything but the last part.
func (c ColumnRef) Qualifier() []Identifier {
	if len(c.Parts) == 0 {
		return nil
	}
	return c.Parts[:len(c.Parts)-1]
}
