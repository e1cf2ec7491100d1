package nodetype

import "github.com/millrace/millrace/internal/diagnostic"

// Finding is a problem of an options panel.
type Finding struct {
	Code     diagnostic.Code
	Severity diagnostic.Severity
	// Line and Column are a position in the text of the panel, from 1. PositionInFile returns the position in the file.
	Line, Column int32
	Message      string
	Hint         string
}

// At returns the position of the finding in the text of the panel.
func (f Finding) At() diagnostic.Position { return diagnostic.Position{Line: f.Line, Column: f.Column} }

// PositionInFile converts a position in the text of a panel to a position in its file. The panel is a block of the
// file, which begins at spec.
func PositionInFile(spec, at diagnostic.Position) diagnostic.Position {
	if spec.Line == 0 || at.Line == 0 {
		return spec
	}
	return diagnostic.Position{Line: spec.Line + at.Line - 1, Column: spec.Column + at.Column - 1}
}
