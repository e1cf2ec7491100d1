package projectfile

import (
	"slices"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// texts returns a field for a list of texts.
func texts[T any, S ~string](of func(*T) *[]S) field[T] {
	return field[T]{
		read: func(r *reader, into *T, value *yamldoc.Node) {
			*of(into) = readTexts[S](r, value)
		},
		write: func(o *overlay, key string, from *T) { o.texts(key, plainTexts(*of(from))) },
	}
}

func readTexts[S ~string](r *reader, n *yamldoc.Node) []S {
	return list(r, n, func(item *yamldoc.Node, into *S) bool {
		*into = S(r.word(item))
		return true
	})
}

func plainTexts[S ~string](list []S) []string {
	texts := make([]string, len(list))
	for i, item := range list {
		texts[i] = string(item)
	}
	return texts
}

// texts sets a list of texts. An absent key is an empty list.
func (o *overlay) texts(key string, list []string) {
	old := o.node.Get(key)
	if old == nil && len(list) == 0 && !o.isNew {
		return
	}
	if old != nil && slices.Equal(readTexts[string](newReader(""), old), list) {
		return
	}
	o.set(key, yamldoc.From(list))
}

// mappings returns a field for the mappings of locations.
func mappings[T any](of func(*T) *map[string]transform.Mapping) field[T] {
	return field[T]{
		read: func(r *reader, into *T, value *yamldoc.Node) {
			if !r.isMapping(value) {
				return
			}
			*of(into) = make(map[string]transform.Mapping, value.Len())
			for child := range value.Children() {
				var mapping transform.Mapping
				readFields(r, &mapping, child, mappingFields)
				(*of(into))[r.words.share(child.Key)] = mapping
			}
		},
		write: func(o *overlay, key string, from *T) { o.mappings(key, *of(from)) },
	}
}

var mappingFields = fields[transform.Mapping]{
	"database": word(func(m *transform.Mapping) *string { return &m.Database }),
	"schema":   word(func(m *transform.Mapping) *string { return &m.Schema }),
}

func (o *overlay) mappings(key string, of map[string]transform.Mapping) {
	if o.isNew && len(of) == 0 {
		o.set(key, yamldoc.NewMapping())
		return
	}
	o.mapping(key, func(inner *overlay) {
		keyed(inner, of, func(target *overlay, mapping *transform.Mapping) { writeFields(target, mapping, mappingFields) })
	})
}

// keyed merges a map into a mapping, value by value. Keys that the map no longer has are removed.
func keyed[V any](o *overlay, of map[string]V, write func(*overlay, *V)) {
	for _, child := range slices.Collect(o.node.Children()) {
		if _, ok := of[child.Key]; !ok {
			o.node.Remove(child.Key)
		}
	}
	for key, value := range of {
		old := o.node.Get(key)
		if old != nil && old.Kind == yamldoc.Mapping {
			write(&overlay{node: old}, &value)
			continue
		}
		added := yamldoc.NewMapping()
		write(&overlay{node: added, isNew: old == nil}, &value)
		if old == nil || added.Len() > 0 { // an empty value that stays empty is kept as written
			o.set(key, added)
		}
	}
}
