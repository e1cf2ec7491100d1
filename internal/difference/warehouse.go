package difference

import (
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
)

// catalog is what the engine has, found by name.
type catalog struct {
	words   *dialect.Dialect
	objects map[objectKey]*engine.Relation
	types   map[string]string
}

// objectKey is a place and a name in the form in which they can be compared.
type objectKey struct{ database, schema, name string }

func newWarehouse(words *dialect.Dialect, seen Observed) *catalog {
	w := &catalog{words: words, objects: map[objectKey]*engine.Relation{}, types: seen.TypeWords}
	for schema, relations := range seen.Objects {
		for i := range relations {
			w.objects[w.spot(schema, relations[i].Name)] = &relations[i]
		}
	}
	return w
}

func (w *catalog) spot(schema engine.Schema, name string) objectKey {
	return objectKey{w.words.Comparable(schema.Database), w.words.Comparable(schema.Name), w.words.Comparable(name)}
}

func (w *catalog) spotOf(at ObjectRef) objectKey { return w.spot(at.Place, at.Name) }

// find gives the object at a location, nil when there is none.
func (w *catalog) find(at ObjectRef) *engine.Relation { return w.objects[w.spotOf(at)] }

// qualified is the name of an object as the engine is told it.
func (w *catalog) qualified(at ObjectRef) string {
	return w.words.Qualify(at.Place.Database, at.Place.Name, at.Name)
}

// sameType compares a type as a project writes it with the engine's word. One that nobody wrote down is always the same.
func (w *catalog) sameType(written, word string) bool {
	return written == "" || strings.EqualFold(w.typeWord(written), word)
}

// typeWord is the engine's own word for a type.
func (w *catalog) typeWord(written string) string {
	if word, known := w.types[written]; known {
		return word
	}
	return written
}

func (w *catalog) sameName(a, b string) bool {
	return a == b || w.words.Comparable(a) == w.words.Comparable(b)
}

func (w *catalog) samePlace(a, b engine.Schema) bool { return w.spot(a, "") == w.spot(b, "") }
