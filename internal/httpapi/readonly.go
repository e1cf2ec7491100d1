package httpapi

import "github.com/millrace/millrace/internal/fault"

// readOnlyField is a field that this operation does not change. Clients send back what a GET gave, so its value may be in the
// body; another value is refused, for whoever sends it believes that it counts.
//
// What only the server writes is not here: those fields are passed over, because they may have moved since the GET.
type readOnlyField struct {
	field string
	is    string // its value
	hint  string // where it is changed
}

// check refuses a value that is not the field's. An empty one is none.
func (s readOnlyField) check(given string) error {
	if given == "" || given == s.is {
		return nil
	}
	return fault.New(fault.Invalid, "%s cannot be changed here", s.field).WithHint("%s Or leave it out.", s.hint)
}
