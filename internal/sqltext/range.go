package sqltext

// Range is a part of a text, in bytes: from Start inclusive to End exclusive.
type Range struct{ Start, End int }

// Of returns the range of a text. If the range does not fit the text, it returns the part that does.
func (r Range) Of(text string) string {
	start := min(max(r.Start, 0), len(text))
	return text[start:min(max(r.End, start), len(text))]
}

// IsEmpty reports whether the range contains nothing.
func (r Range) IsEmpty() bool { return r.End <= r.Start }

// contains reports whether the offset is in the range.
func (r Range) contains(offset int) bool { return r.Start <= offset && offset < r.End }
