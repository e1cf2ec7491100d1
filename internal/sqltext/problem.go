package sqltext

// Code identifies a kind of problem; it does not change.
type Code string

// The kinds of problems that ReadNode finds.
const (
	AnnotationInComment   Code = "annotation-in-comment"
	AnnotationMisplaced   Code = "annotation-misplaced"
	AnnotationMalformed   Code = "annotation-malformed"
	SelectMissing         Code = "select-missing"
	ParenthesesUnbalanced Code = "parentheses-unbalanced"
	TextUnterminated      Code = "text-unterminated"
	ColumnUnnamed         Code = "column-unnamed"
	ColumnUnreadable      Code = "column-unreadable"
	StatementExtra        Code = "statement-extra"
	TextTooLong           Code = "text-too-long"
)

// Problem is an error in a text.
type Problem struct {
	Code  Code
	Range Range
	// Message describes the error, Hint the correction.
	Message, Hint string
}
