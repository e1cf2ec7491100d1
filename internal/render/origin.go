package render

import "github.com/millrace/millrace/internal/diagnostic"

// origin is the source of a text. It converts positions in the text to positions in a file.
type origin struct {
	name string              // of the text as a template
	file string              // "" if it is not a file of the project
	at   diagnostic.Position // of the first character; the zero position is the beginning of the file
	next int32               // column of the lines after the first, if that differs
}

// position returns the position in the file of a line and column of the text. All lines of a block in YAML start at the
// column of the first.
func (o origin) position(line, column int) diagnostic.Position {
	if line <= 0 {
		return o.at
	}
	start := o.at
	if start.Line == 0 {
		start = diagnostic.Position{Line: 1, Column: 1}
	}
	if line > 1 && o.next > 0 {
		start.Column = o.next
	}
	return diagnostic.Position{
		Line:   start.Line + int32(line-1),             //nolint:gosec // texts are far smaller
		Column: start.Column + int32(max(column, 1)-1), //nolint:gosec // as above
	}
}
