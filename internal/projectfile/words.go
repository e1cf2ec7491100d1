package projectfile

import "strings"

// words copies the texts that are kept after their file is released. A value must not reference the text of its file,
// which is several times as large. Texts that many nodes repeat, such as data types, locations and ids of nodes, are
// stored once.
type words struct {
	known  map[string]string
	buffer strings.Builder // the copies, one behind the other
}

const (
	maxWords   = 1 << 16 // limit of texts that are stored once; a project has far fewer that repeat
	bufferSize = 4 << 10
)

func newWords() *words { return &words{known: make(map[string]string)} }

// share returns the shared copy of a text.
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

// own returns a copy of a text. Copies share a buffer, which saves most of the allocations; written parts of the buffer
// never change.
func (w *words) own(text string) string {
	if len(text) > bufferSize/8 {
		return strings.Clone(text)
	}
	if w.buffer.Cap()-w.buffer.Len() < len(text) {
		w.buffer = strings.Builder{}
		w.buffer.Grow(bufferSize)
	}
	start := w.buffer.Len()
	w.buffer.WriteString(text)
	return w.buffer.String()[start:]
}
