package plan

import "github.com/millrace/millrace/internal/engine"

// WrittenSchema is a schema in which a development run creates or changes objects. It must contain no objects of environments,
// which is checked again when the run starts.
type WrittenSchema struct {
	Node     string        `json:"node"` // a node that is built there, for messages
	Location string        `json:"location"`
	Schema   engine.Schema `json:"place"`
}
