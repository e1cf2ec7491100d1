package api

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// ID is an id in a request body. Existing clients send ids as strings and as numbers; both mean the same.
type ID string

// UnmarshalJSON accepts "12" and 12.
func (id *ID) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte(`"`)) {
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return err
		}
		*id = ID(text)
		return nil
	}
	if bytes.Equal(raw, []byte("null")) {
		return nil
	}
	if len(raw) == 0 || len(bytes.Trim(raw, "0123456789")) > 0 {
		return &json.UnmarshalTypeError{Value: kindOf(raw), Type: reflect.TypeFor[ID]()}
	}
	*id = ID(raw)
	return nil
}

// kindOf returns the name that encoding/json uses for a JSON value in its errors.
func kindOf(raw []byte) string {
	switch {
	case bytes.HasPrefix(raw, []byte("{")):
		return "object"
	case bytes.HasPrefix(raw, []byte("[")):
		return "array"
	case bytes.HasPrefix(raw, []byte("t")), bytes.HasPrefix(raw, []byte("f")):
		return "bool"
	default:
		return "number " + string(raw)
	}
}
