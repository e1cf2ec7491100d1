package lineage

import "fmt"

// Use says how a column uses the column that it comes from.
type Use uint8

// The uses, from the closest to the farthest.
const (
	PassThrough Use = iota // the unchanged value, perhaps under another name
	Transform              // the value is part of a computation
	Filter                 // the value decides which rows there are, or their order
	Join                   // the value decides which rows belong together
)

// uses are the names of the uses, in files and in the API.
var uses = [...]string{PassThrough: "passThrough", Transform: "transform", Filter: "filter", Join: "join"}

// String returns the name of the use.
func (u Use) String() string {
	if int(u) < len(uses) {
		return uses[u]
	}
	return fmt.Sprintf("use %d", uint8(u))
}

// CarriesValue reports whether the value itself reaches the other column.
func (u Use) CarriesValue() bool { return u <= Transform }

// MarshalText writes the name of the use.
func (u Use) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText reads the name of a use.
func (u *Use) UnmarshalText(text []byte) error {
	for i, word := range uses {
		if word == string(text) {
			*u = Use(i)
			return nil
		}
	}
	return fmt.Errorf("%q is no use of a column; the uses are passThrough, transform, filter and join", text)
}
