package jinja

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	tokenEnd           tokenKind = iota // of the template
	tokenData                           // text between tags
	tokenVariableBegin                  // {{
	tokenVariableEnd
	tokenBlockBegin // {%
	tokenBlockEnd
	tokenName
	tokenString
	tokenInteger
	tokenFloat

	tokenAdd
	tokenSub
	tokenMul
	tokenDiv
	tokenFloorDiv
	tokenMod
	tokenPow
	tokenTilde
	tokenEq
	tokenNe
	tokenLt
	tokenLe
	tokenGt
	tokenGe
	tokenAssign
	tokenDot
	tokenComma
	tokenColon
	tokenPipe
	tokenSemicolon
	tokenLeftParen
	tokenRightParen
	tokenLeftBracket
	tokenRightBracket
	tokenLeftBrace
	tokenRightBrace
)

// token is a piece of a template. Its text is the data, the name, the digits, or the string without quotes.
type token struct {
	kind tokenKind
	pos  int
	text string
}

// is reports whether the token is that name.
func (t token) is(name string) bool { return t.kind == tokenName && t.text == name }

// describe returns the description of the token in messages.
func (t token) describe() string {
	if t.kind == tokenName {
		return t.text
	}
	return t.kind.String()
}

// String returns the description of the kind in messages.
func (k tokenKind) String() string {
	words := [...]string{
		tokenEnd: "end of template", tokenData: "template data / text",
		tokenVariableBegin: "begin of print statement", tokenVariableEnd: "end of print statement",
		tokenBlockBegin: "begin of statement block", tokenBlockEnd: "end of statement block",
		tokenName: "name", tokenString: "string", tokenInteger: "integer", tokenFloat: "float",
		tokenAdd: "+", tokenSub: "-", tokenMul: "*", tokenDiv: "/", tokenFloorDiv: "//", tokenMod: "%",
		tokenPow: "**", tokenTilde: "~", tokenEq: "==", tokenNe: "!=", tokenLt: "<", tokenLe: "<=",
		tokenGt: ">", tokenGe: ">=", tokenAssign: "=", tokenDot: ".", tokenComma: ",", tokenColon: ":",
		tokenPipe: "|", tokenSemicolon: ";", tokenLeftParen: "(", tokenRightParen: ")",
		tokenLeftBracket: "[", tokenRightBracket: "]", tokenLeftBrace: "{", tokenRightBrace: "}",
	}
	return words[k]
}
