package sqltext

// Literal is the kind of a literal expression.
type Literal uint8

// The kinds of literals.
const (
	NoLiteral Literal = iota
	StringLiteral
	NumberLiteral
	BoolLiteral
	NullLiteral
)

// Expression is a piece of SQL with its references. The fields about the whole expression (IsPlainColumn, Cast,
// Literal, Function) ignore parentheses around it.
type Expression struct {
	Range Range
	// Text is the expression as written.
	Text string
	// Columns are the references at any depth, except those of sub-queries, in order and with repetitions.
	Columns []ColumnRef
	// Stars are t.* and * inside the expression; count(*) is not included.
	Stars []Star
	// Subqueries are the queries inside the expression; they may refer to columns of the enclosing scope.
	Subqueries []*Query
	// Cast is the type as written if the whole expression is a cast; otherwise empty.
	Cast string
	// Function is the name in upper case if the whole expression is one call; otherwise empty.
	Function string
	// NamedWindows are the windows of the WINDOW clause that the expression names, in order and with repetitions: after
	// OVER, or as the base of a window of its own.
	NamedWindows []Identifier
	// IsPlainColumn is true if the expression is only one column.
	IsPlainColumn bool
	// CastsColumn is true if the whole expression is a cast of one column.
	CastsColumn bool
	// Literal is the kind of literal if the whole expression is one.
	Literal Literal
	// IsWindow is true if the expression contains an OVER.
	IsWindow bool
	// HasJinja is true if Jinja produces part of the expression, so that Columns may be incomplete.
	HasJinja bool
	// Skipped is true if the reader skipped words in parentheses that it does not know, so that Columns may be
	// incomplete.
	Skipped bool
}

// ColumnRef is a reference to a column. Only a caller that knows the relations can decide whether a.b is the column b
// of a or the field b of the column a.
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

// Qualifier returns all parts but the last.
func (c ColumnRef) Qualifier() []Identifier {
	if len(c.Parts) == 0 {
		return nil
	}
	return c.Parts[:len(c.Parts)-1]
}
