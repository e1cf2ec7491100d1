package selector

import "slices"

// index finds the nodes that have a value, ignoring case.
type index struct {
	entries []entry
	at      map[string]int // folded value → entry
}

type entry struct {
	folded string
	ids    []string
}

// add adds nodes under a value. Values may repeat; an empty list of nodes makes the value known.
func (x *index) add(value string, ids ...string) {
	folded := fold(value)
	at, ok := x.at[folded]
	if !ok {
		at = len(x.entries)
		if x.at == nil {
			x.at = map[string]int{}
		}
		x.at[folded] = at
		x.entries = append(x.entries, entry{folded: folded})
	}
	x.entries[at].ids = append(x.entries[at].ids, ids...)
}

// find returns the nodes under all matching values, and whether there is such a value.
func (x *index) find(p pattern) (ids []string, known bool) {
	if !p.isGlob() {
		at, ok := x.at[fold(p.literal())]
		if !ok {
			return nil, false
		}
		return x.entries[at].ids, true
	}
	g := p.compile()
	for _, e := range x.entries {
		if g.matches(e.folded) {
			ids, known = append(ids, e.ids...), true
		}
	}
	return slices.Clip(ids), known
}
