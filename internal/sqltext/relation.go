package sqltext

// RelationKind is the kind of a relation.
type RelationKind uint8

// The kinds of relations.
const (
	// OpaqueRelation is a relation that the reader does not understand; Opaque gives the reason.
	OpaqueRelation RelationKind = iota
	// TableRelation is a table, a view or a common table expression, by name or by ref.
	TableRelation
	// QueryRelation is a query in parentheses.
	QueryRelation
	// FunctionRelation is a table function, including UNNEST.
	FunctionRelation
	// JoinRelation is a join in parentheses with an alias of its own.
	JoinRelation
)

// Relation is an entry of FROM. Joins are flat: each relation contains its join to the relations before it.
type Relation struct {
	Kind RelationKind
	// Name are the parts of a table's or function's name. Empty for a table by ref.
	Name []Identifier
	// Ref is the call that names the table.
	Ref *Ref
	// Alias is the name of the relation in this scope; empty if there is none.
	Alias Identifier
	// ColumnAliases are the column names after the alias.
	ColumnAliases []Identifier
	// Lateral is true if the relation can refer to those before it.
	Lateral bool
	// Query is set for a query.
	Query *Query
	// Arguments is the text in the parentheses of a function.
	Arguments Expression
	// Relations are the members of a join in parentheses, or the relation that PIVOT or a similar suffix changes.
	Relations []Relation
	// Opaque is the reason why the relation's columns are unknown.
	Opaque string
	// Join describes the join to the relations before it.
	Join Join
	// Range is the whole entry, with the alias and without the join condition.
	Range Range
}

// Join describes how a relation is joined to those before it. The first relation has a zero Join.
type Join struct {
	// Kind is the words before JOIN in upper case, such as LEFT OUTER; "," for a comma.
	Kind    string
	Natural bool
	On      []Expression
	Using   []Identifier
}
