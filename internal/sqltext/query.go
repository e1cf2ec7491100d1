package sqltext

// Query is a query and the scope that its common table expressions open.
type Query struct {
	Range Range
	// Recursive says WITH RECURSIVE: a common table expression may name itself.
	Recursive bool
	CTEs      []CTE
	// Branches are the parts of a set operation, in order; most queries have one.
	Branches []Branch
	// OrderBy is what the whole result is ordered by. Its columns may be names of the select list.
	OrderBy []Expression
	// Limit are the expressions of LIMIT and OFFSET.
	Limit []Expression
	// Opaque says why the query was not understood. Then nothing else but Range is set.
	Opaque string
}

// CTE is a common table expression.
type CTE struct {
	Name Identifier
	// Columns are the names given after the name, if any.
	Columns []Identifier
	Query   *Query
	Range   Range
}

// Branch is one part of a set operation: either a select or, in parentheses, a query.
type Branch struct {
	// Operator joins the branch to those before it: UNION, UNION ALL, INTERSECT, EXCEPT, … Empty for the first.
	Operator string
	// ByName says that columns are matched by name and not by position (UNION BY NAME).
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
	// FromFirst says that no SELECT was written, only FROM, which means all columns.
	FromFirst bool
	IsValues  bool
	From      []Relation
	Where     []Expression
	GroupBy   []Expression
	// GroupByAll says GROUP BY ALL: the items that do not aggregate.
	GroupByAll bool
	Having     []Expression
	Qualify    []Expression
	// Windows are what the WINDOW clause names, and WindowNames their names, in the same order.
	Windows     []Expression
	WindowNames []Identifier
	// Hierarchy are the conditions of START WITH and CONNECT BY.
	Hierarchy []Expression
}

// Item is an entry of a select list.
type Item struct {
	// Name is the alias, or else the column's own name. Empty where the engine generates one.
	Name Identifier
	// NameGiven says that Name is an alias that was written.
	NameGiven bool
	Expr      Expression
	// Star is set for *, for t.* and for what else represents several columns.
	Star  *Star
	Range Range
}

// Star represents all columns of one relation or of all.
type Star struct {
	// Qualifier names the relation; empty means all of them.
	Qualifier []Identifier
	// Modifiers is the text after the star: EXCLUDE, EXCEPT, REPLACE, RENAME, ILIKE.
	Modifiers string
	// Exclude are the columns that EXCLUDE or EXCEPT leave out.
	Exclude []Identifier
	// Replace are the columns that REPLACE recomputes.
	Replace []Item
	// Rename are the columns that RENAME renames.
	Rename []Rename
	// Opaque says why it is unknown which columns are meant: a pattern, or COLUMNS(…).
	Opaque string
	Range  Range
}

// Rename is a column of a star under a new name.
type Rename struct{ From, To Identifier }
