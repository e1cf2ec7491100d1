package difference

import (
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
)

// warehouse is what the engine has, found by name.
type warehouse struct {
	words   *dialect.Dialect
	objects map[spot]*engine.Object
	types   map[string]string
}

// spot is a place and a name in the form in which they can be compared.
type spot struct{ database, schema, name string }

func newWarehouse(words *dialect.Dialect, seen Observed) *warehouse {
	w := &warehouse{words: words, objects: map[spot]*engine.Object{}, types: seen.TypeWords}
	for place, objects := range seen.Objects {
		for i := range objects {
			w.objects[w.spot(place, objects[i].Name)] = &objects[i]
		}
	}
	return w
}

func (w *warehouse) spot(place engine.Place, name string) spot {
	return spot{w.words.Comparable(place.Database), w.words.Comparable(place.Schema), w.words.Comparable(name)}
}

func (w *warehouse) spotOf(at Location) spot { return w.spot(at.Place, at.Name) }

// find gives the object at a location, nil when there is none.
func (w *warehouse) find(at Location) *engine.Object { return w.objects[w.spotOf(at)] }

// qualified is the name of an object as the engine is told it.
func (w *warehouse) qualified(at Location) string {
	return w.words.Qualify(at.Place.Database, at.Place.Schema, at.Name)
}

// sameType compares a type as a project writes it with the engine's word. One that nobody wrote down is always the same.
func (w *warehouse) sameType(written, word string) bool {
	return written == "" || strings.EqualFold(w.typeWord(written), word)
}

// typeWord is the engine's own word for a type.
func (w *warehouse) typeWord(written string) string {
	if word, known := w.types[written]; known {
		return word
	}
	return written
}

func (w *warehouse) sameName(a, b string) bool {
	return a == b || w.words.Comparable(a) == w.words.Comparable(b)
}

func (w *warehouse) samePlace(a, b engine.Place) bool { return w.spot(a, "") == w.spot(b, "") }
