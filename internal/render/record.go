package render

import (
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/jinja"
)

// field is an entry of a record.
type field struct {
	name  string
	value jinja.Value
}

// record returns a dict with these entries, in this order. Templates see the parts of a node as such dicts.
func record(fields ...field) *jinja.Dict {
	dict := jinja.NewDictFor(len(fields))
	for _, f := range fields {
		dict.Set(f.name, f.value)
	}
	return dict
}

// recordValue returns a record as a value.
func recordValue(fields ...field) jinja.Value { return jinja.DictValue(record(fields...)) }

func text(name, value string) field { return field{name, jinja.String(value)} }

func flag(name string, value bool) field { return field{name, jinja.Bool(value)} }

// later returns an entry that is computed on first use.
func later(name string, compute func() jinja.Value) field { return field{name, jinja.Lazy(compute)} }

// sortedKeys returns the keys of a map in sorted order, so that a render is deterministic.
func sortedKeys[K interface{ ~string }, V any](m map[K]V) []K {
	if len(m) == 0 {
		return nil
	}
	keys := make([]K, 0, len(m))
	keys = slices.AppendSeq(keys, maps.Keys(m))
	slices.Sort(keys)
	return keys
}
