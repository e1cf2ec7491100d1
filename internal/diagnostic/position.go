package diagnostic

import (
	"strings"
	"unicode/utf8"
)

// Position is a position in a file. Lines and columns count from 1, columns in characters; the zero Position means "the
// file as a whole".
type Position struct {
	Line, Column int32
}

// Inside returns the position of an offset within a text whose first character is at p. Long texts are written as
// blocks, in which every line starts at the column of the first.
func (p Position) Inside(text string, offset int) Position {
	offset = min(max(offset, 0), len(text))
	before := text[:offset]
	last := strings.LastIndexByte(before, '\n')
	if last < 0 {
		return Position{Line: p.Line, Column: p.Column + int32(utf8.RuneCountInString(before))} //nolint:gosec // sizes are limited far below
	}
	lines := strings.Count(before, "\n")
	column := utf8.RuneCountInString(before[last+1:])
	return Position{Line: p.Line + int32(lines), Column: p.Column + int32(column)} //nolint:gosec // sizes are limited far below
}
