package projectfile

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/sqltext"
)

// PositionedText is the parsed text of a SQL node with the positions of its offsets in the node's file.
type PositionedText struct {
	Text string                               // "" if positions in it are meaningless to users
	At   func(offset int) diagnostic.Position // nil if the text is that of the file
}

// index returns the index of the text.
func (p PositionedText) index() positionIndex {
	switch {
	case p.Text == "":
		return positionIndex{}
	case p.At != nil:
		return positionIndex{text: p.Text, convert: p.At}
	default:
		return positionsOf(p.Text)
	}
}

// positionIndex converts offsets in a text to positions. The zero value has no text and returns the zero position.
type positionIndex struct {
	text    string
	lines   sqltext.LineIndex
	convert func(offset int) diagnostic.Position // replaces lines if it is set
}

func positionsOf(text string) positionIndex {
	return positionIndex{text: text, lines: sqltext.NewLineIndex(text)}
}

func (p positionIndex) at(offset int) diagnostic.Position {
	if p.text == "" {
		return diagnostic.Position{}
	}
	if p.convert != nil {
		return p.convert(offset)
	}
	line, column := p.lines.Position(offset)
	return diagnostic.Position{Line: int32(line), Column: int32(column)} //nolint:gosec // files have a size limit
}
