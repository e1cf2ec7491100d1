package projectfile

import "strings"

// words keeps texts when the file that they stood in is gone. A value must not hold on to the text of its file, which is
// several times as large, so every text that is kept is a copy. Texts that many nodes repeat, such as data types,
// locations and ids of nodes, are kept once.
type words struct {
	known map[string]string
	shelf strings.Builder // the copies, one behind the other
}

const (
	maxWords  = 1 << 16 // texts that are kept once; a project has far fewer that repeat
	shelfSize = 4 << 10
)

func newWords() *words { return &words{known: make(map[string]string)} }

// share returns the one copy of a text.
func (w *words) share(text string) string {
	if text == "" {
		return ""
	}
	if known, ok := w.known[text]; ok {
		return known
	}
	own := strings.Clone(text)
	if len(w.known) < maxWords {
		w.known[own] = own
	}
	return own
}

// own returns a copy of a text. Copies stand together on a shelf, which saves most of the allocations; a shelf is never
// written again where it was written once.
func (w *words) own(text string) string {
	if len(text) > shelfSize/8 {
		return strings.Clone(text)
	}
	if w.shelf.Cap()-w.shelf.Len() < len(text) {
		w.shelf = strings.Builder{}
		w.shelf.Grow(shelfSize)
	}
	start := w.shelf.Len()
	w.shelf.WriteString(text)
	return w.shelf.String()[start:]
}
