package sqltext

// Annotation is @name or @name(arguments) in the text of a SQL node.
type Annotation struct {
	Name      string
	Arguments []Argument
	// HasParentheses distinguishes @name() from @name.
	HasParentheses bool
	Range          Range
}

// ArgumentKind is the kind of an argument.
type ArgumentKind uint8

// The kinds of arguments.
const (
	StringArgument ArgumentKind = iota
	NumberArgument
	BoolArgument
)

// Argument is one argument of an annotation.
type Argument struct {
	Kind ArgumentKind
	// Text is a string without quotes and escapes, a number as written, true or false.
	Text  string
	Range Range
}
