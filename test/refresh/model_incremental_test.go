package refresh_test

import "slices"

// latest is the newest moment of change in a table; null when it has none.
func latest(have []held) string {
	newest := null
	for _, h := range have {
		if h.changed != null && (newest == null || h.changed > newest) {
			newest = h.changed
		}
	}
	return newest
}

// newerThan gives the rows that a watermark lets through: all into an empty table, else those that changed after the
// latest there, or at the same moment when the rows may come again.
func newerThan(have []held, rows []row, orSame bool) []row {
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

// within gives the rows that changed in the interval of the load. Its end does not belong to it.
func within(rows []row, in inputs) []row {
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return !in.contains(r) })
}

func (in inputs) contains(r row) bool {
	return r.changed != null && r.changed >= in.from && r.changed < in.to
}

// appendNewer adds rows by a watermark.
func appendNewer(read func(inputs) []row) rule {
	return func(have []held, in inputs) []held { return append(have, fresh(newerThan(have, read(in), false))...) }
}

// appendInterval adds the rows of an interval that the table has nothing of.
func appendInterval(read func(inputs) []row) rule {
	return func(have []held, in inputs) []held {
		if slices.ContainsFunc(have, func(h held) bool { return in.contains(h.row) }) {
			return have
		}
		return append(have, fresh(within(read(in), in))...)
	}
}

// mergeNewer overwrites by id what a watermark lets through.
func mergeNewer(read func(inputs) []row) rule {
	return func(have []held, in inputs) []held {
		batch := newerThan(have, read(in), true)
		return overwrite(func(inputs) []row { return batch })(have, in)
	}
}

// mergeInterval overwrites by id the rows of an interval.
func mergeInterval(read func(inputs) []row) rule {
	return overwrite(func(in inputs) []row { return within(read(in), in) })
}

// swap takes rows out and puts the batch in.
func swap(have []held, batch []row, isOut func(held) bool) []held {
	return append(slices.DeleteFunc(slices.Clone(have), isOut), fresh(batch)...)
}

// swapNewerByID replaces the rows of the ids that a watermark lets through.
func swapNewerByID(read func(inputs) []row) rule {
	return func(have []held, in inputs) []held {
		batch := newerThan(have, read(in), true)
		return swap(have, batch, func(h held) bool { return hasID(batch, h.id) })
	}
}

// swapNewer replaces all rows from the watermark on.
func swapNewer(read func(inputs) []row) rule {
	return func(have []held, in inputs) []held {
		mark := latest(have)
		return swap(have, newerThan(have, read(in), true), func(h held) bool {
			return mark != null && h.changed != null && h.changed >= mark
		})
	}
}

// swapInterval replaces the rows of an interval.
func swapInterval(read func(inputs) []row) rule {
	return func(have []held, in inputs) []held {
		return swap(have, within(read(in), in), func(h held) bool { return in.contains(h.row) })
	}
}

// swapIntervalByID does that, and replaces the ids that it brings as well.
func swapIntervalByID(read func(inputs) []row) rule {
	return func(have []held, in inputs) []held {
		batch := within(read(in), in)
		return swap(have, batch, func(h held) bool { return in.contains(h.row) || hasID(batch, h.id) })
	}
}

func hasID(rows []row, id string) bool {
	return slices.ContainsFunc(rows, func(r row) bool { return r.id == id })
}
