package projectfile

import (
	"fmt"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/yamldoc"
)

// fields are the keys of a mapping that becomes a T.
type fields[T any] map[string]field[T]

// field is one key: how it is read into a T and how it is written from one.
type field[T any] struct {
	read  func(r *reader, into *T, value *yamldoc.Node)
	write func(o *overlay, key string, from *T)
}

// readFields reads a mapping. A key that the table does not have is worth a warning; the file keeps it.
func readFields[T any](r *reader, into *T, n *yamldoc.Node, table fields[T]) {
	if !r.isMapping(n) {
		return
	}
	for child := range n.Children() {
		if known, ok := table[child.Key]; ok {
			known.read(r, into, child)
			continue
		}
		r.unknownKey(child, slices.Sorted(maps.Keys(table)))
	}
}

func (r *reader) unknownKey(n *yamldoc.Node, known []string) {
	r.warn(keyOf(n), finding{
		code:    diagnostic.UnknownKey,
		message: fmt.Sprintf("the key %q is not known here", n.Key),
		hint:    hintOf("it has no effect and is kept as it is", didYouMean(n.Key, known)),
	})
}

// need says which of some keys a mapping does not have.
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

// writeFields writes what differs.
func writeFields[T any](o *overlay, from *T, table fields[T]) {
	for key, known := range table {
		known.write(o, key, from)
	}
}

// text returns a key whose value is a text of its own.
func text[T any, S ~string](of func(*T) *S) field[T] {
	return field[T]{
		read:  func(r *reader, into *T, value *yamldoc.Node) { *of(into) = S(r.text(value)) },
		write: func(o *overlay, key string, from *T) { o.text(key, string(*of(from))) },
	}
}

// textAt returns a text whose place is kept.
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

// word returns a key whose value many files repeat.
func word[T any, S ~string](of func(*T) *S) field[T] {
	return field[T]{
		read:  func(r *reader, into *T, value *yamldoc.Node) { *of(into) = S(r.word(value)) },
		write: func(o *overlay, key string, from *T) { o.text(key, string(*of(from))) },
	}
}

// boolean returns a key that is true or false, and what it is when it is absent.
func boolean[T any](fallback bool, of func(*T) *bool) field[T] {
	return field[T]{
		read:  func(r *reader, into *T, value *yamldoc.Node) { *of(into) = r.boolean(value, fallback) },
		write: func(o *overlay, key string, from *T) { o.boolean(key, *of(from), fallback) },
	}
}

// inside returns a mapping whose keys belong to the same T.
func inside[T any](table fields[T]) field[T] {
	return field[T]{
		read: func(r *reader, into *T, value *yamldoc.Node) { readFields(r, into, value, table) },
		write: func(o *overlay, key string, from *T) {
			o.mapping(key, func(o *overlay) { writeFields(o, from, table) })
		},
	}
}

// constant returns a key that says what kind of file it is.
func constant[T any](word string) field[T] {
	return field[T]{
		read: func(r *reader, _ *T, value *yamldoc.Node) {
			if text, ok := plainText(value); !ok || text != word {
				r.warn(positionOf(value), finding{
					code:    diagnostic.YAMLShape,
					message: fmt.Sprintf("the type of a file in this place is %s", word),
					hint:    "it is read as one all the same",
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

// version returns the fileVersion of a kind of file that has only had one.
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

// fileVersion reads a version that should be from least to most.
func (r *reader) fileVersion(n *yamldoc.Node, least, most int64) int {
	value, ok := n.Int()
	if !ok {
		r.wrongShape(n, "a whole number")
		return int(most)
	}
	switch {
	case value > most:
		r.err(positionOf(n), unknownVersion(value, fmt.Sprintf("known up to %d; use a newer version of this program", most)))
	case value < least:
		r.warn(positionOf(n), unknownVersion(value, fmt.Sprintf("it is read as version %d", least)))
	}
	return int(min(max(value, least), most))
}

func unknownVersion(version int64, hint string) finding {
	message := fmt.Sprintf("fileVersion %d is not one that this program knows", version)
	return finding{code: diagnostic.FileVersion, message: message, hint: hint}
}

// withoutKey returns a table that leaves one key as it is.
func withoutKey[T any](table fields[T], key string) fields[T] {
	rest := maps.Clone(table)
	delete(rest, key)
	return rest
}
