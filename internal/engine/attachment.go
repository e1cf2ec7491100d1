package engine

// Holder is a view that reads an object. The engine refuses to drop the object, or to change what the view reads of it.
type Holder struct {
	Schema  string
	Name    string
	Columns []string // of the object that it reads; none when it reads the object without naming a column
}

// Attachment is something that people gave to an object and that is lost when it is dropped: rights, an owner, a comment, a policy.
// It is given again by the statement Before, the name of the object, After.
type Attachment struct {
	What   string // a few words for people
	Column string // of the object; empty for the object itself
	Before string // empty when it cannot be given again
	After  string
	// IsComment says that it is a text, which whatever makes the object may have written itself.
	IsComment bool
}

// Statement gives it to an object again.
func (a *Attachment) Statement(object string) string { return a.Before + object + a.After }
