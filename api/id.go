package api

import (
	"bytes"
	"encoding/json"
	"errors"
)

// ID is an id in a request body. Clients in the world send ids as strings and as numbers; both mean the same.
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
	for _, c := range raw {
		if c < '0' || c > '9' {
			return errors.New("an id must be a string or a whole number")
		}
	}
	*id = ID(raw)
	return nil
}
