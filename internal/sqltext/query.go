package sqltext

// Query is a query and the scope of its common table expressions.
type Query struct {
	Range Range
	// Recursive is true for WITH RECURSIVE: a common table expression may refer to itself.
	Recursive bool
	CTEs      []CTE
	// Branches are the parts of a set operation, in order; most queries have one.
	Branches []Branch
	// OrderBy are the sort expressions of the whole result. Their columns may be names of the select list.
	OrderBy []Expression
	// Limit are the expressions of LIMIT and OFFSET.
	Limit []Expression
	// Opaque is the reason why the query was not parsed. Then only Range is set besides it.
	Opaque string
}

// CTE is a common table expression.
type CTE struct {
	Name Identifier
	// Columns are the column names after the name, if any.
	Columns []Identifier
	Query   *Query
	Range   Range
}

// Branch is one part of a set operation: either a select or, in parentheses, a query.
type Branch struct {
	// Operator joins the branch to those before it: UNION, UNION ALL, INTERSECT, EXCEPT, … Empty for the first.
	Operator string
	// ByName is true if columns are matched by name and not by position (UNION BY NAME).
	ByName bool
	Select *Select
	Query  *Query
}

// Select is one SELECT with its clauses, or the rows of VALUES.
type Select struct {
	Range    Range
	Distinct bool
	// DistinctOn are the expressions of DISTINCT ON.
	DistinctOn []Expression
	// Items are the select list. Those of VALUES are the first row.
	Items []Item
	// FromFirst is true for FROM without SELECT, which selects all columns.
	FromFirst bool
	IsValues  bool
	From      []Relation
	Where     []Expression
	GroupBy   []Expression
	// GroupByAll is true for GROUP BY ALL: the items that do not aggregate.
	GroupByAll bool
	Having     []Expression
	Qualify    []Expression
	// Windows are the definitions of the WINDOW clause, and WindowNames their names, in the same order.
	Windows     []Expression
	WindowNames []Identifier
	// Hierarchy are the conditions of START WITH and CONNECT BY.
	Hierarchy []Expression
}

// Item is an entry of a select list.
type Item struct {
	// Name is the alias, or else the column's own name. It is empty if the engine generates the name.
	Name Identifier
	// NameGiven is true if Name is an explicit alias.
	NameGiven bool
	Expr      Expression
	// Star is set for *, for t.* and for other expressions that represent several columns.
	Star  *Star
	Range Range
}

// Star represents all columns of one relation or of all.
type Star struct {
	// Qualifier names the relation; empty means all of them.
	Qualifier []Identifier
	// Modifiers is the text after the star: EXCLUDE, EXCEPT, REPLACE, RENAME, ILIKE.
	Modifiers string
	// Exclude are the columns that EXCLUDE or EXCEPT removes.
	Exclude []Identifier
	// Replace are the columns that REPLACE recomputes.
	Replace []Item
	// Rename are the columns that RENAME renames.
	Rename []Rename
	// Opaque is the reason why the columns of the star are unknown: a pattern, or COLUMNS(…).
	Opaque string
	Range  Range
}

// Rename is a column of a star under a new name.
type Rename struct{ From, To Identifier }
