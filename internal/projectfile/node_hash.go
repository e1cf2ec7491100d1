package projectfile

import (
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

var hashFields = fields[transform.Hash]{
	"hashAlgorithm": word(func(h *transform.Hash) *string { return &h.Algorithm }),
}

// readHash reads how a column is hashed; null means not hashed.
func readHash(r *reader, into *yamlColumn, value *yamldoc.Node) {
	if !r.isMapping(value) {
		return
	}
	into.Hash = &transform.Hash{}
	readFields(r, into.Hash, value, hashFields)
}

func writeHash(o *overlay, key string, from *yamlColumn) {
	old := o.node.Get(key)
	switch {
	case from.Hash != nil:
		o.mapping(key, func(o *overlay) { writeFields(o, from.Hash, hashFields) })
	case old != nil && old.Kind == yamldoc.Mapping:
		o.node.Remove(key)
	}
}

func readHashedColumns(r *reader, into *yamlColumn, value *yamldoc.Node) {
	into.hashed = r.columnRefs(value)
}

func writeHashedColumns(o *overlay, key string, from *yamlColumn) {
	if from.Hash == nil {
		return // a list without a hash has no effect, and is kept
	}
	o.columnRefs(key, from.Hash.Columns)
}
