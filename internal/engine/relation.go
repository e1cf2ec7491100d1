package engine

// DependentView is a view that reads a relation. The engine refuses to drop the relation, or to change the columns that
// the view reads.
type DependentView struct {
	Schema  string
	Name    string
	Columns []string // of the relation that it reads; none if it reads the relation without naming a column
}

// RelationProperty is something that users granted to a relation or revoked from it, and that a drop deletes: rights,
// an owner, a comment, a policy. The statement Before + name of the relation + After restores it.
type RelationProperty struct {
	Kind   PropertyKind
	Name   string // of a policy or an option; tells whether the create statement of the relation writes it itself
	What   string // a description for display
	Column string // of the relation; empty for the relation itself
	Before string // empty if it cannot be restored
	After  string
	// Schema is the only schema in which a new relation needs it; empty for every schema.
	Schema string
	// Lift ends a statement that starts with Before and the name of the old relation. It must run before the rows are
	// copied: some rows are hidden from the connection's user and would be lost.
	Lift string
}

// PropertyKind tells how a property relates to the create statement of the relation. Properties are restored in the
// order in which the engine lists them.
type PropertyKind string

// The kinds of properties.
const (
	// Other is any other property.
	Other PropertyKind = ""
	// Right is a privilege, which tables and views have in common.
	Right PropertyKind = "right"
	// Surplus revokes privileges that every new relation gets and the old one did not have. It runs right after the
	// relation is created, before privileges are granted.
	Surplus PropertyKind = "surplus"
	// Comment is a comment. The create statement may write it itself.
	Comment PropertyKind = "comment"
	// Policy is a policy. The create statement may create it itself.
	Policy PropertyKind = "policy"
	// Option is an option of the relation. The create statement may set it itself.
	Option PropertyKind = "option"
)

// Statement returns the statement that restores the property of a relation.
func (p *RelationProperty) Statement(object string) string { return p.Before + object + p.After }

// ShowAllRowsStatement returns the statement that makes all rows of the old relation visible. It is empty if none is
// needed.
func (p *RelationProperty) ShowAllRowsStatement(object string) string {
	if p.Lift == "" {
		return ""
	}
	return p.Before + object + p.Lift
}
