package projectfile

import (
	"fmt"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/yamldoc"
)

// fields are the keys of a mapping that is read into a T.
type fields[T any] map[string]field[T]

// field is one key with the functions that read it into a T and write it from a T.
type field[T any] struct {
	read  func(r *reader, into *T, value *yamldoc.Node)
	write func(o *overlay, key string, from *T)
}

// readFields reads a mapping. An unknown key is a warning; the file keeps it.
func readFields[T any](r *reader, into *T, n *yamldoc.Node, table fields[T]) {
	if !r.isMapping(n) {
		return
	}
	for child := range n.Children() {
		if known, ok := table[child.Key]; ok {
			known.read(r, into, child)
			continue
		}
		if !isCarried[T](n.Key, child.Key) {
			r.unknownKey(child, slices.Sorted(maps.Keys(table)))
		}
	}
}

// isCarried reports whether a key is one that other tools write into such a mapping and that has no effect here. Such keys are
// kept. A mapping that is read into a T has the key in, which is empty for a whole file.
func isCarried[T any](in, key string) bool {
	var keys []string
	switch any((*T)(nil)).(type) {
	case *yamlNode:
		if in == "operation" {
			keys = []string{"dataset", "table", "destinationName", "dependencies", "isDataVault", "locationID"}
		}
	case *yamlColumn:
		keys = []string{"hashColumns"}
	case *definition:
		if in == "metadata" {
			keys = []string{"isColumnResyncEnabled", "templates"}
		}
	}
	return slices.Contains(keys, key)
}

func (r *reader) unknownKey(n *yamldoc.Node, known []string) {
	r.warn(keyOf(n), finding{
		code:    diagnostic.UnknownKey,
		message: fmt.Sprintf("the key %q is unknown here", n.Key),
		hint:    hintOf("it has no effect and is kept", didYouMean(n.Key, known)),
	})
}

// need reports the required keys that a mapping does not have.
func (r *reader) need(n *yamldoc.Node, keys ...string) {
	for _, key := range keys {
		if n.Get(key).IsNull() {
			r.err(positionOf(n), finding{
				code:    diagnostic.MissingKey,
				message: fmt.Sprintf("the key %q is missing", key),
				hint:    fmt.Sprintf("add a line %q with its value", key+":"),
			})
		}
	}
}

// writeFields writes the values that differ.
func writeFields[T any](o *overlay, from *T, table fields[T]) {
	for key, known := range table {
		known.write(o, key, from)
	}
}

// text returns a field for a text that is copied for each file.
func text[T any, S ~string](of func(*T) *S) field[T] {
	return field[T]{
		read:  func(r *reader, into *T, value *yamldoc.Node) { *of(into) = S(r.text(value)) },
		write: func(o *overlay, key string, from *T) { o.text(key, string(*of(from))) },
	}
}

// textAt returns a field for a text whose position is kept.
func textAt[T any, S ~string](of func(*T) (*S, *diagnostic.Position)) field[T] {
	return field[T]{
		read: func(r *reader, into *T, value *yamldoc.Node) {
			text, at := of(into)
			*text, *at = S(r.text(value)), positionOf(value)
		},
		write: func(o *overlay, key string, from *T) {
			text, _ := of(from)
			o.text(key, string(*text))
		},
	}
}

// word returns a field for a text that many files repeat.
func word[T any, S ~string](of func(*T) *S) field[T] {
	return field[T]{
		read:  func(r *reader, into *T, value *yamldoc.Node) { *of(into) = S(r.word(value)) },
		write: func(o *overlay, key string, from *T) { o.text(key, string(*of(from))) },
	}
}

// boolean returns a field for true or false. An absent key means fallback.
func boolean[T any](fallback bool, of func(*T) *bool) field[T] {
	return field[T]{
		read:  func(r *reader, into *T, value *yamldoc.Node) { *of(into) = r.boolean(value, fallback) },
		write: func(o *overlay, key string, from *T) { o.boolean(key, *of(from), fallback) },
	}
}

// inside returns a field for a mapping whose keys belong to the same T.
func inside[T any](table fields[T]) field[T] {
	return field[T]{
		read: func(r *reader, into *T, value *yamldoc.Node) { readFields(r, into, value, table) },
		write: func(o *overlay, key string, from *T) {
			o.mapping(key, func(o *overlay) { writeFields(o, from, table) })
		},
	}
}

// constant returns a field for the key that names the kind of file.
func constant[T any](word string) field[T] {
	return field[T]{
		read: func(r *reader, _ *T, value *yamldoc.Node) {
			if text, ok := plainText(value); !ok || text != word {
				r.warn(positionOf(value), finding{
					code:    diagnostic.YAMLShape,
					message: fmt.Sprintf("the type of a file in this folder must be %s", word),
					hint:    "correct the type; the file is read as this type anyway",
				})
			}
		},
		write: func(o *overlay, key string, _ *T) {
			if o.isNew {
				o.set(key, yamldoc.Text(word))
			}
		},
	}
}

// version returns the fileVersion of a kind of file that has had only one version.
func version[T any](known int64) field[T] {
	return field[T]{
		read: func(r *reader, _ *T, value *yamldoc.Node) { r.fileVersion(value, known, known) },
		write: func(o *overlay, key string, _ *T) {
			if o.isNew {
				o.set(key, yamldoc.From(known))
			}
		},
	}
}

// fileVersion reads a version between least and most.
func (r *reader) fileVersion(n *yamldoc.Node, least, most int64) int {
	value, ok := n.Int()
	if !ok {
		r.wrongShape(n, "a whole number")
		return int(most)
	}
	switch {
	case value > most:
		r.err(positionOf(n), unknownVersion(value, fmt.Sprintf("use a newer version of this program; this one supports versions up to %d", most)))
	case value < least:
		r.warn(positionOf(n), unknownVersion(value, fmt.Sprintf("correct it; the file is read as version %d", least)))
	}
	return int(min(max(value, least), most))
}

func unknownVersion(version int64, hint string) finding {
	message := fmt.Sprintf("fileVersion %d is not supported", version)
	return finding{code: diagnostic.FileVersion, message: message, hint: hint}
}

// withoutKey returns a table without one key, so that the key stays unchanged.
func withoutKey[T any](table fields[T], key string) fields[T] {
	rest := maps.Clone(table)
	delete(rest, key)
	return rest
}
