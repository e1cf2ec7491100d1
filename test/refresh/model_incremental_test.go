package refresh_test

import "slices"

// latest returns the newest time of change in a table, or null if there is none.
func latest(have []tableRow) string {
	newest := null
	for _, h := range have {
		if h.changed != null && (newest == null || h.changed > newest) {
			newest = h.changed
		}
	}
	return newest
}

// newerThan returns the rows that pass a watermark. For an empty table these are all rows, otherwise the rows that
// changed after the latest change in the table. With orSame, rows of the same time pass as well.
func newerThan(have []tableRow, rows []row, orSame bool) []row {
	if len(have) == 0 {
		return rows
	}
	mark := latest(have)
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool {
		if r.changed == null || mark == null {
			return r.changed == null
		}
		return r.changed < mark || r.changed == mark && !orSame
	})
}

// within returns the rows that changed in the interval of the load, without its end.
func within(rows []row, in inputs) []row {
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return !in.contains(r) })
}

func (in inputs) contains(r row) bool {
	return r.changed != null && r.changed >= in.from && r.changed < in.to
}

// appendNewer adds the rows that pass the watermark.
func appendNewer(read func(inputs) []row) rule {
	return func(have []tableRow, in inputs) []tableRow {
		return append(have, fresh(newerThan(have, read(in), false))...)
	}
}

// appendInterval adds the rows of an interval, unless the table already has rows of it.
func appendInterval(read func(inputs) []row) rule {
	return func(have []tableRow, in inputs) []tableRow {
		if slices.ContainsFunc(have, func(h tableRow) bool { return in.contains(h.row) }) {
			return have
		}
		return append(have, fresh(within(read(in), in))...)
	}
}

// mergeNewer overwrites, by id, the rows that pass the watermark.
func mergeNewer(read func(inputs) []row) rule {
	return func(have []tableRow, in inputs) []tableRow {
		batch := newerThan(have, read(in), true)
		return overwrite(func(inputs) []row { return batch })(have, in)
	}
}

// mergeInterval overwrites, by id, the rows of an interval.
func mergeInterval(read func(inputs) []row) rule {
	return overwrite(func(in inputs) []row { return within(read(in), in) })
}

// swap deletes rows and adds the batch.
func swap(have []tableRow, batch []row, isOut func(tableRow) bool) []tableRow {
	return append(slices.DeleteFunc(slices.Clone(have), isOut), fresh(batch)...)
}

// swapNewerByID replaces the rows of all ids that pass the watermark.
func swapNewerByID(read func(inputs) []row) rule {
	return func(have []tableRow, in inputs) []tableRow {
		batch := newerThan(have, read(in), true)
		return swap(have, batch, func(h tableRow) bool { return hasID(batch, h.id) })
	}
}

// swapNewer replaces all rows from the watermark on.
func swapNewer(read func(inputs) []row) rule {
	return func(have []tableRow, in inputs) []tableRow {
		mark := latest(have)
		return swap(have, newerThan(have, read(in), true), func(h tableRow) bool {
			return mark != null && h.changed != null && h.changed >= mark
		})
	}
}

// swapInterval replaces the rows of an interval.
func swapInterval(read func(inputs) []row) rule {
	return func(have []tableRow, in inputs) []tableRow {
		return swap(have, within(read(in), in), func(h tableRow) bool { return in.contains(h.row) })
	}
}

// swapIntervalByID replaces the rows of an interval, and of all ids in the batch.
func swapIntervalByID(read func(inputs) []row) rule {
	return func(have []tableRow, in inputs) []tableRow {
		batch := within(read(in), in)
		return swap(have, batch, func(h tableRow) bool { return in.contains(h.row) || hasID(batch, h.id) })
	}
}

func hasID(rows []row, id string) bool {
	return slices.ContainsFunc(rows, func(r row) bool { return r.id == id })
}
