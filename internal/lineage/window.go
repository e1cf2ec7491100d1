package lineage

import "github.com/millrace/millrace/internal/sqltext"

// windows are the windows of a WINDOW clause. Each is resolved on first use.
type windows struct {
	names    []sqltext.Identifier
	clause   []sqltext.Expression
	readings []*reading // nil until first use
}

func newWindows(s *sqltext.Select) windows {
	return windows{names: s.WindowNames, clause: s.Windows, readings: make([]*reading, len(s.Windows))}
}

// position finds a window by name: the exact name first, then without regard to case; -1 if there is none.
func (w *windows) position(name string) int {
	folded := -1
	for i := range w.names {
		if w.names[i].Text == name {
			return i
		}
		if folded < 0 && equalFold(w.names[i].Text, name) {
			folded = i
		}
	}
	return folded
}

// window returns the inputs of a named window, with the window that it is based on.
func (r *resolver) window(name sqltext.Identifier, s *scope) reading {
	r.scans -= len(s.windows.names)
	if r.scans < 0 || r.depth >= maxDepth {
		return reading{opaque: tooLarge}
	}
	at := s.windows.position(name.Text)
	if at < 0 {
		return reading{opaque: "the window " + name.Text + " is not known"}
	}
	if known := s.windows.readings[at]; known != nil {
		return *known
	}
	s.windows.readings[at] = &reading{} // ends the search where windows are based on one another
	r.depth++
	defer func() { r.depth-- }()
	made := r.value(&s.windows.clause[at], s)
	s.windows.readings[at] = &made
	return made
}
