package sqltext

// Range is a part of a text, in bytes: from Start up to but without End.
type Range struct{ Start, End int }

// Of cuts the range out of the text it belongs to. A range that does not fit the text returns the part that does.
func (r Range) Of(text string) string {
	start := min(max(r.Start, 0), len(text))
	return text[start:min(max(r.End, start), len(text))]
}

// IsEmpty reports whether the range contains nothing.
func (r Range) IsEmpty() bool { return r.End <= r.Start }

// contains reports whether the offset lies in the range.
func (r Range) contains(offset int) bool { return r.Start <= offset && offset < r.End }
