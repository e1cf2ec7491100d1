package httpapi

import "github.com/millrace/millrace/internal/fault"

// readOnlyField is a field that this operation does not change. Its current value may be in the body, because clients
// send back the body of a GET. Another value is rejected, because the client expects it to take effect.
//
// Fields that only the server writes are ignored instead, because they may have changed since the GET.
type readOnlyField struct {
	field string
	value string // current value
	hint  string // how to change it
}

// check rejects a value that differs from the current one. An empty value counts as absent.
func (s readOnlyField) check(sent string) error {
	if sent == "" || sent == s.value {
		return nil
	}
	return fault.New(fault.Invalid, "this operation cannot change %s", s.field).WithHint("%s Or omit the field.", s.hint)
}
