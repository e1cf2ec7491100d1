package refresh_test

import (
	"fmt"
	"slices"
)

// inputs are what a load finds in the sources, and the interval that it is told.
type inputs struct {
	people, more []row // every id once
	events       []row // anything
	from, to     string
}

func people(in inputs) []row { return in.people }
func more(in inputs) []row   { return in.more }
func events(in inputs) []row { return in.events }

// held is a row of a table with what the load itself knows about it.
type held struct {
	row

	version int
	current bool
}

func (h held) lineWithHistory() string {
	flag := "N"
	if h.current {
		flag = "Y"
	}
	return fmt.Sprintf("%s|%d|%s", h.line(), h.version, flag)
}

// rule is what a load makes of the rows that a table has.
type rule func(have []held, in inputs) []held

// fresh are rows that were not there before.
func fresh(rows []row) []held {
	list := make([]held, len(rows))
	for i, r := range rows {
		list[i] = held{row: r, version: 1, current: true}
	}
	return list
}

// replace forgets what was there.
func replace(read func(inputs) []row) rule {
	return func(_ []held, in inputs) []held { return fresh(read(in)) }
}

// add adds what it reads.
func add(read func(inputs) []row) rule {
	return func(have []held, in inputs) []held { return append(have, fresh(read(in))...) }
}

// after does one thing after the other.
func after(rules ...rule) rule {
	return func(have []held, in inputs) []held {
		for _, r := range rules {
			have = r(have, in)
		}
		return have
	}
}

// overwrite keeps one row for each id, the last that was read.
func overwrite(read func(inputs) []row) rule {
	return history(read, func(row, row) bool { return false }, func(_, read row) row { return read })
}

// history opens a new version of a row that changed and keeps the old one. A row that did not becomes what keep makes of
// the old and the new one.
func history(read func(inputs) []row, changed func(old, read row) bool, keep func(old, read row) row) rule {
	return func(have []held, in inputs) []held {
		have = slices.Clone(have)
		for _, r := range read(in) {
			last := lastVersion(have, r.id)
			switch {
			case last < 0:
				have = append(have, fresh([]row{r})...)
			case !have[last].current || changed(have[last].row, r):
				have[last].current = false
				have = append(have, held{r, have[last].version + 1, true})
			default:
				have[last].row = keep(have[last].row, r)
			}
		}
		return have
	}
}

// lastVersion is the position of the newest row of an id, -1 when there is none.
func lastVersion(have []held, id string) int {
	last := -1
	for i := range have {
		if have[i].id == id && (last < 0 || have[i].version > have[last].version) {
			last = i
		}
	}
	return last
}

// closeMissing closes the rows of ids that are no longer read.
func closeMissing(read func(inputs) []row) rule {
	return func(have []held, in inputs) []held {
		have = slices.Clone(have)
		for i := range have {
			if !slices.ContainsFunc(read(in), func(r row) bool { return r.id == have[i].id }) {
				have[i].current = false
			}
		}
		return have
	}
}

// What counts as a change, and what becomes of a row without one.

func cityChanged(old, read row) bool { return old.city != read.city }
func anyChanged(old, read row) bool  { return old != read }
func nothing(old, _ row) row         { return old }
func takeOver(_, read row) row       { return read }

// isNewer goes by the moment of change.
func isNewer(old, read row) bool {
	return read.changed != null && (old.changed == null || read.changed > old.changed)
}

// distinct are rows of which each occurs once.
func distinct(rows []row) []row {
	var list []row
	for _, r := range rows {
		if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	return list
}
