package plan

import "github.com/millrace/millrace/internal/engine"

// WrittenSchema is a place in which a development run makes or changes objects. What others have there is none of its business, so
// it is looked at again when the run begins.
type WrittenSchema struct {
	Node     string        `json:"node"` // one of those that are made there, for people
	Location string        `json:"location"`
	Schema   engine.Schema `json:"place"`
}
