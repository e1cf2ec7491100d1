package diagnostic

import (
	"cmp"
	"fmt"
	"slices"
)

// Severity says whether a finding stops a plan.
type Severity string

// The severities. An error stops a plan; a warning does not.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Diagnostic is one finding.
type Diagnostic struct {
	Code     Code     `json:"code"`
	Severity Severity `json:"severity"`
	File     string   `json:"file"`             // path in the project, with slashes
	Line     int32    `json:"line,omitempty"`   // from 1; 0 is the file as a whole
	Column   int32    `json:"column,omitempty"` // from 1, in characters
	Node     string   `json:"node,omitempty"`   // LOCATION.NAME of the node it is about, if it is about one
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`
	Fix      Fix      `json:"fix,omitzero"` // zero if no change of the file certainly removes the finding
	// Location is the location that a missing mapping is about; empty for every other finding. Programs read it; reports
	// contain it in the message only.
	Location string `json:"-"`
}

// Fix is a change of the file that removes a finding: New in place of Old, which begins at the position.
type Fix struct {
	Line   int32  `json:"line"`
	Column int32  `json:"column"`
	Old    string `json:"old"`
	New    string `json:"new"`
}

// At returns the same finding with its file and position.
func (d Diagnostic) At(file string, p Position) Diagnostic {
	d.File, d.Line, d.Column = file, p.Line, p.Column
	return d
}

// String formats the finding on one line in the format of compilers, so that editors can jump to it.
func (d Diagnostic) String() string {
	position := d.File
	if d.Line > 0 {
		position = fmt.Sprintf("%s:%d:%d", d.File, d.Line, max(d.Column, 1))
	}
	return fmt.Sprintf("%s: %s: %s [%s]", position, d.Severity, d.Message, d.Code)
}

// Sort orders findings by file and position, and drops duplicates.
func Sort(list []Diagnostic) []Diagnostic {
	slices.SortFunc(list, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Message, b.Message),
			cmp.Compare(a.Node, b.Node),
		)
	})
	return slices.Compact(list)
}

// HasErrors reports whether any finding is an error.
func HasErrors(list []Diagnostic) bool {
	return slices.ContainsFunc(list, func(d Diagnostic) bool { return d.Severity == Error })
}

// Count returns the number of errors and of warnings.
func Count(list []Diagnostic) (errors, warnings int) {
	for _, d := range list {
		if d.Severity == Error {
			errors++
			continue
		}
		warnings++
	}
	return errors, warnings
}
