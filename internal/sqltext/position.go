package sqltext

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Position returns the line and column of an offset, both counted from 1; columns are characters, not bytes. For many
// offsets of one text a LineIndex is faster.
func Position(text string, offset int) (line, column int) {
	offset = min(max(offset, 0), len(text))
	before := text[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1
}

// LineIndex contains the offsets at which the lines of a text begin.
type LineIndex struct {
	text   string
	starts []int
}

// NewLineIndex creates the index of a text.
func NewLineIndex(text string) LineIndex {
	starts := make([]int, 1, strings.Count(text, "\n")+1)
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return LineIndex{text, starts}
}

// Position returns the same as the function Position for the text of the index.
func (x LineIndex) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(x.text))
	line = sort.Search(len(x.starts), func(i int) bool { return x.starts[i] > offset })
	if line == 0 {
		return 1, utf8.RuneCountInString(x.text[:offset]) + 1 // the zero index has no lines
	}
	return line, utf8.RuneCountInString(x.text[x.starts[line-1]:offset]) + 1
}
