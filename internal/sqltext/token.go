package sqltext

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	// Space is white space.
	Space Kind = iota
	// LineComment runs from -- to the end of the line, without the line's end.
	LineComment
	// BlockComment is the text between /* and */.
	BlockComment
	// Word is a keyword, a name or a function's name, unquoted.
	Word
	// QuotedIdentifier is a name in double quotes or back quotes.
	QuotedIdentifier
	// String is a literal in single quotes with its prefix, if any; among the arguments of an annotation also one in
	// double quotes.
	String
	// DollarString is a literal between $$ or $tag$.
	DollarString
	// Number is a numeric literal without its sign.
	Number
	// Parameter is $1 or $name.
	Parameter
	// Operator is an operator or a punctuation mark, and any byte that fits nothing else.
	Operator
	// JinjaExpression is the text between {{ and }}.
	JinjaExpression
	// JinjaStatement is the text between {% and %}.
	JinjaStatement
	// JinjaComment is the text between {# and #}.
	JinjaComment
	// AnnotationName is @name; its arguments are separate tokens.
	AnnotationName
)

// Token is a piece of a text.
type Token struct {
	Range

	Kind Kind
	// Unterminated is true if the text ends before the token does.
	Unterminated bool
}

// in is Of without bounds checks, for the text that contains the token.
func (t Token) in(text string) string { return text[t.Start:t.End] }

// isInsignificant reports whether SQL ignores the token.
func (t Token) isInsignificant() bool {
	return t.Kind <= BlockComment || t.Kind == JinjaComment
}

// Tokens divides a text into tokens. They cover it exactly, from the first byte to the last.
func Tokens(text string) []Token {
	scanner := NewScanner(text)
	tokens := make([]Token, 0, len(text)/3+1)
	for {
		token, ok := scanner.Next()
		if !ok {
			return tokens
		}
		tokens = append(tokens, token)
	}
}
