package refresh_test

import (
	"fmt"
	"slices"
)

// inputs are the rows of the sources at a load, and the interval of the load.
type inputs struct {
	people, more []row // each id at most once
	events       []row // ids may repeat
	from, to     string
}

func people(in inputs) []row { return in.people }
func more(in inputs) []row   { return in.more }
func events(in inputs) []row { return in.events }

// tableRow is a row of a table with its version and current flag.
type tableRow struct {
	row

	version int
	current bool
}

func (h tableRow) lineWithHistory() string {
	flag := "N"
	if h.current {
		flag = "Y"
	}
	return fmt.Sprintf("%s|%d|%s", h.line(), h.version, flag)
}

// rule computes the rows of a table after a load from its rows before.
type rule func(have []tableRow, in inputs) []tableRow

// fresh returns rows as first, current versions.
func fresh(rows []row) []tableRow {
	list := make([]tableRow, len(rows))
	for i, r := range rows {
		list[i] = tableRow{row: r, version: 1, current: true}
	}
	return list
}

// replace replaces all rows of the table.
func replace(read func(inputs) []row) rule {
	return func(_ []tableRow, in inputs) []tableRow { return fresh(read(in)) }
}

// add adds the rows that it reads.
func add(read func(inputs) []row) rule {
	return func(have []tableRow, in inputs) []tableRow { return append(have, fresh(read(in))...) }
}

// after applies rules one after the other.
func after(rules ...rule) rule {
	return func(have []tableRow, in inputs) []tableRow {
		for _, r := range rules {
			have = r(have, in)
		}
		return have
	}
}

// overwrite keeps one row for each id: the last one read.
func overwrite(read func(inputs) []row) rule {
	return history(read, func(row, row) bool { return false }, func(_, read row) row { return read })
}

// history closes the current version of a changed row and opens a new one. An unchanged row becomes the result of keep,
// called with the old and the new row.
func history(read func(inputs) []row, changed func(old, read row) bool, keep func(old, read row) row) rule {
	return func(have []tableRow, in inputs) []tableRow {
		have = slices.Clone(have)
		for _, r := range read(in) {
			last := lastVersion(have, r.id)
			switch {
			case last < 0:
				have = append(have, fresh([]row{r})...)
			case !have[last].current || changed(have[last].row, r):
				have[last].current = false
				have = append(have, tableRow{r, have[last].version + 1, true})
			default:
				have[last].row = keep(have[last].row, r)
			}
		}
		return have
	}
}

// lastVersion returns the position of the newest version of an id, or -1 if there is none.
func lastVersion(have []tableRow, id string) int {
	last := -1
	for i := range have {
		if have[i].id == id && (last < 0 || have[i].version > have[last].version) {
			last = i
		}
	}
	return last
}

// closeMissing closes the rows of ids that are missing in the source.
func closeMissing(read func(inputs) []row) rule {
	return func(have []tableRow, in inputs) []tableRow {
		have = slices.Clone(have)
		for i := range have {
			if !slices.ContainsFunc(read(in), func(r row) bool { return r.id == have[i].id }) {
				have[i].current = false
			}
		}
		return have
	}
}

// Functions that detect a change, and functions that compute an unchanged row.

func cityChanged(old, read row) bool { return old.city != read.city }
func anyChanged(old, read row) bool  { return old != read }
func keepOld(old, _ row) row         { return old }
func useNew(_, read row) row         { return read }

// isNewer compares the times of change.
func isNewer(old, read row) bool {
	return read.changed != null && (old.changed == null || read.changed > old.changed)
}

// distinct removes repeated rows.
func distinct(rows []row) []row {
	var list []row
	for _, r := range rows {
		if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	return list
}
