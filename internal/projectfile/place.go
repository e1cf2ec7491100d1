package projectfile

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/sqltext"
)

// positionIndex turns offsets in a text into places. The zero value knows no text: there, every place is unknown.
type positionIndex struct {
	text  string
	lines sqltext.LineIndex
}

func placesOf(text string) positionIndex {
	return positionIndex{text: text, lines: sqltext.NewLineIndex(text)}
}

func (p positionIndex) at(offset int) diagnostic.Position {
	if p.text == "" {
		return diagnostic.Position{}
	}
	line, column := p.lines.Position(offset)
	return diagnostic.Position{Line: int32(line), Column: int32(column)} //nolint:gosec // files have a size limit
}
