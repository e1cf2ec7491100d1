package projectfile

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/sqltext"
)

// positionIndex converts offsets in a text to positions. The zero value has no text and returns the zero position.
type positionIndex struct {
	text  string
	lines sqltext.LineIndex
}

func positionsOf(text string) positionIndex {
	return positionIndex{text: text, lines: sqltext.NewLineIndex(text)}
}

func (p positionIndex) at(offset int) diagnostic.Position {
	if p.text == "" {
		return diagnostic.Position{}
	}
	line, column := p.lines.Position(offset)
	return diagnostic.Position{Line: int32(line), Column: int32(column)} //nolint:gosec // files have a size limit
}
