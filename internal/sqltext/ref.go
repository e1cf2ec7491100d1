package sqltext

import "strings"

// JinjaContext is the position of a piece of Jinja in SQL.
type JinjaContext uint8

// The positions.
const (
	// InSQL is between other tokens.
	InSQL JinjaContext = iota
	// InComment is an expression inside an SQL comment. Jinja evaluates the call, and a ref there is no edge. A statement there
	// counts as InSQL, because the text after it can use its result.
	InComment
	// InString is inside a literal or a quoted name.
	InString
	// InAnnotation is inside an argument of an annotation.
	InAnnotation
)

// Ref is a call of ref, ref_link or ref_no_link in Jinja.
type Ref struct {
	// Function is the name that was called.
	Function       string
	Location, Node string
	// Literal is true if both arguments are literals. If not, Location and Node are empty.
	Literal bool
	// Alias is the name that follows the call directly, as in FROM.
	Alias Identifier
	// Context is the position of the Jinja in SQL.
	Context JinjaContext
	// Range is the whole piece of Jinja, braces included; Call is the call alone.
	Range, Call Range
}

// IsEdge reports whether a node that contains the call depends on the node that it names. In a comment, only ref_link
// makes an edge, because it has no other purpose.
func (r Ref) IsEdge() bool {
	return r.Function == "ref_link" || r.Function == "ref" && r.Context != InComment
}

// Refs finds every call of ref, ref_link and ref_no_link in the Jinja of the text, in order. Jinja comments contain
// none, and neither does the text between raw and endraw, which stays as it is.
func Refs(text string) []Ref {
	if !strings.Contains(text, "ref") {
		return nil
	}
	text = withoutRawJinja(text)
	finder := refFinder{text: text}
	scanner := NewScanner(text)
	for {
		token, ok := scanner.Next()
		if !ok {
			return finder.found
		}
		finder.visit(token, scanner.arguments > 0)
	}
}

// refFinder finds refs in a sequence of tokens, and the aliases after them.
type refFinder struct {
	text  string
	found []Ref
	// named is the number of the ref whose alias may be next, counted from 1; 0 if there is none.
	named int
	// end is the offset at which that ref ends.
	end int
}

func (f *refFinder) visit(token Token, inArguments bool) {
	before := len(f.found)
	switch token.Kind {
	case Space, JinjaComment:
		return
	case LineComment, BlockComment:
		f.embedded(token, InComment)
		return
	case JinjaExpression, JinjaStatement:
		f.found = appendRefs(f.found, f.text, token.Range)
	case String, DollarString, QuotedIdentifier:
		context := InString
		if inArguments {
			context = InAnnotation
		}
		f.embedded(token, context)
	default:
	}
	f.alias(token)
	if token.Kind == JinjaExpression && len(f.found) > before {
		f.named, f.end = before+1, token.End
	}
}

// embedded finds the refs inside a string or comment.
func (f *refFinder) embedded(token Token, context JinjaContext) {
	if strings.IndexByte(token.in(f.text), '{') < 0 {
		return
	}
	jinjaPieces(f.text, token.Range, func(piece Range) {
		before := len(f.found)
		f.found = appendRefs(f.found, f.text, piece)
		if context == InComment && f.text[piece.Start+1] == '%' {
			return
		}
		for i := before; i < len(f.found); i++ {
			f.found[i].Context = context
		}
	})
}

// alias sets the token as the alias of the ref before it, if it can be one.
func (f *refFinder) alias(token Token) {
	if f.named == 0 {
		return
	}
	word := noKeyword
	if token.Kind == Word {
		word = keywordOf(token.in(f.text))
	}
	touches := token.Start == f.end
	if word == kwAs && !touches {
		return
	}
	if !touches && (token.Kind == QuotedIdentifier || token.Kind == Word && !endsRelation(word) && !isJoinWord(word)) {
		l := lexeme{start: int32(token.Start), end: int32(token.End), kind: token.Kind} //nolint:gosec // see below
		if token.End <= maxText {
			f.found[f.named-1].Alias = identifierOf(f.text, l)
		}
	}
	f.named = 0
}
