package sqltext

// NodeText is the text of a SQL node, divided into its parts.
type NodeText struct {
	// NodeSelect is the query, or the first part of a set operation.
	NodeSelect

	// Annotations are those of the node, before the query.
	Annotations []Annotation
	// Body is the text after the annotations, without a closing semicolon.
	Body Range
	// BodyWithoutAnnotations is the query for the engine, after Jinja is rendered. It may end with a line comment: text
	// after it must be on its own line.
	BodyWithoutAnnotations string
	// Opaque is the reason why the select list was not read: Jinja produces it. Render the text and read it again.
	Opaque string
	// With is the WITH clause up to SELECT, and CTE its text without annotations. Empty if there is none.
	With Range
	CTE  string
	// Unions are the further parts of a set operation. Names and annotations come from the first part.
	Unions []NodeUnion
	// Tail is the text after the select list of the first part, to the end of the query and without annotations: Join,
	// and the further parts of a set operation. It is empty if the parts cannot be separated.
	Tail string
	Refs []Ref
	// HasProblems is true if ReadNode reported any.
	HasProblems bool
}

// NodeSelect is one SELECT of a node.
type NodeSelect struct {
	// SelectModifier is the text between SELECT and the list: DISTINCT, ALL, TOP 5, … Empty if there is none.
	SelectModifier string
	Columns        []SelectColumn
	// Join is the text from FROM to the end, without annotations.
	Join string
	// HasStar is true if a column is a star.
	HasStar bool
	// Parenthesized is true if the SELECT is in parentheses; it may then have its own ORDER BY or LIMIT.
	Parenthesized bool
	Range         Range
}

// NodeUnion is a further part of a set operation.
type NodeUnion struct {
	NodeSelect

	// Operator is UNION, UNION ALL, INTERSECT, EXCEPT, …
	Operator string
}

// SelectColumn is a column of a SQL node.
type SelectColumn struct {
	// Name is the alias, or the column's name if the expression is a column or casts one. It is empty for a star, and for
	// any other computed expression without an alias, which is a problem.
	Name Identifier
	// NameGiven is true if the name is an explicit alias.
	NameGiven bool
	// Expression is the text without alias and annotations.
	Expression  string
	Annotations []Annotation
	// IsStar is true if the entry represents several columns; Star then describes them.
	IsStar bool
	Star   *Star
	// Range is the whole column with alias and annotations.
	Range Range
}
