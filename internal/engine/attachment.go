package engine

// DependentView is a view that reads an object. The engine refuses to drop the object, or to change what the view reads of it.
type DependentView struct {
	Schema  string
	Name    string
	Columns []string // of the object that it reads; none when it reads the object without naming a column
}

// RelationProperty is something that people gave to an object, or took from it, and that is lost when it is dropped: rights, an
// owner, a comment, a policy. It is given again by the statement Before, the name of the object, After.
type RelationProperty struct {
	Sort   PropertyKind
	Name   string // of a policy or an option, by which it is known whether whatever makes the object writes it itself
	What   string // a few words for people
	Column string // of the object; empty for the object itself
	Before string // empty when it cannot be given again
	After  string
	// Name is the only one where a new object needs it; empty when every one does.
	Schema string
	// Lift ends a statement that begins with Before and the name of the old object. It has to be said before the rows are
	// copied: some of them are hidden from us, and would be lost.
	Lift string
}

// PropertyKind is how an attachment stands to what makes the object. The order in which an engine lists them is the one in
// which they are given.
type PropertyKind string

// The sorts of attachments.
const (
	// Other is what nothing more is known of.
	Other PropertyKind = ""
	// Right is a right, which tables and views have in common.
	Right PropertyKind = "right"
	// Surplus takes back rights that every new object gets and the old one did not have. It is said as soon as the object is
	// there, before anything gives rights to it.
	Surplus PropertyKind = "surplus"
	// Comment is a text, which whatever makes the object may write itself.
	Comment PropertyKind = "comment"
	// Policy is a policy, which whatever makes the object may make itself.
	Policy PropertyKind = "policy"
	// Option is a setting of the object, which whatever makes the object may write itself.
	Option PropertyKind = "option"
)

// Statement gives it to an object again.
func (a *RelationProperty) Statement(object string) string { return a.Before + object + a.After }

// ShowAllRowsStatement is the statement about the old object that shows all of its rows; empty when there is nothing to say.
func (a *RelationProperty) ShowAllRowsStatement(object string) string {
	if a.Lift == "" {
		return ""
	}
	return a.Before + object + a.Lift
}
