package sqltext

import (
	"fmt"
	"strings"
)

// annotation reads the arguments after the name of an annotation.
func (n *nodeReader) annotation(name Token, scanner *Scanner, refs *refFinder) Annotation {
	found := Annotation{Name: n.text[name.Start+1 : name.End], Range: name.Range}
	n.closeGap(name, scanner)
	if scanner.at(scanner.pos) != '(' {
		return found
	}
	found.HasParentheses = true
	a := argumentReader{nodeReader: n, annotation: &found, limit: len(n.text)}
	if n.unclosed {
		a.limit = n.endOfLine(name.Start)
	}
	before := *scanner
	refsBefore, problemsBefore := *refs, len(n.problems)
	if a.read(scanner, refs) {
		return found
	}
	n.unclosed = true
	n.problems = n.problems[:problemsBefore]
	end := n.endOfLine(name.Start)
	n.problem(AnnotationMalformed, Range{name.Start, end}, fmt.Sprintf("the parentheses of @%s are not closed", found.Name),
		"close its strings with their quotes and its parameters with )")
	*scanner, *refs = before, refsBefore
	scanner.pos, scanner.arguments = end, 0
	found.Range.End = end
	found.Arguments = nil
	return found
}

// closeGap reports white space between the name and its parameters, and makes the scanner read them as arguments.
func (n *nodeReader) closeGap(name Token, scanner *Scanner) {
	pos := name.End
	for pos < len(n.text) && (n.text[pos] == ' ' || n.text[pos] == '\t') {
		pos++
	}
	if pos == name.End || scanner.at(pos) != '(' {
		return
	}
	if c := scanner.at(pos + 1); c == '"' || c == '\'' || c == ')' || isDigit(c) {
		n.problem(AnnotationMalformed, Range{name.End, pos}, fmt.Sprintf("there is white space between @%s and its parameters",
			name.in(n.text)[1:]), "remove it")
		scanner.pos, scanner.before.End = pos, pos
	}
}

// endOfLine returns the offset of the end of the line and caches it in lineEnd.
func (n *nodeReader) endOfLine(from int) int {
	if n.lineEnd <= from {
		n.lineEnd = lineEnd(n.text, from)
	}
	return n.lineEnd
}

func lineEnd(text string, from int) int {
	if length := strings.IndexByte(text[from:], '\n'); length >= 0 {
		return from + length
	}
	return len(text)
}

// argumentReader reads the arguments of one annotation.
type argumentReader struct {
	*nodeReader

	annotation *Annotation
	limit      int
	// sign is the offset of a sign that must be followed by its number; 0 if there is none.
	sign int
	// full is true if an argument was read, so that a comma must follow.
	full bool
	// reported is true after the first problem, because one problem for each annotation is enough.
	reported bool
}

// read reads tokens up to the closing parenthesis; it returns false if there is none before the limit.
func (a *argumentReader) read(scanner *Scanner, refs *refFinder) bool {
	scanner.Next()
	for {
		token, ok := scanner.Next()
		if !ok || token.Unterminated || token.Start >= a.limit {
			return false
		}
		refs.visit(token, true)
		if scanner.arguments == 0 {
			a.annotation.Range.End = token.End
			if len(a.annotation.Arguments) > 0 && !a.full || a.sign > 0 {
				a.malformed(token, "a parameter is missing")
			}
			return true
		}
		if !token.isInsignificant() {
			a.take(token)
		}
	}
}

// take reads one token between the parentheses.
func (a *argumentReader) take(token Token) {
	written := token.in(a.text)
	switch {
	case token.Kind == Operator && written == ",":
		if !a.full {
			a.malformed(token, "a parameter is missing")
		}
		a.full = false
	case a.full:
		a.malformed(token, "a comma is missing")
	case token.Kind == Number:
		a.number(token)
	case a.sign > 0:
		a.malformed(token, "no number follows the sign")
	default:
		a.value(token, written)
	}
}

// value reads an argument that is not a number, or the sign of a number.
func (a *argumentReader) value(token Token, written string) {
	switch {
	case written == "-" || written == "+":
		a.sign = token.Start
	case token.Kind == String:
		a.keep(StringArgument, argumentText(written), token.Range)
	case token.Kind == Word && (strings.EqualFold(written, "true") || strings.EqualFold(written, "false")):
		a.keep(BoolArgument, strings.ToLower(written), token.Range)
	case isJinjaCode(token.Kind):
		a.malformed(token, "Jinja stands there without quotes")
	default:
		a.malformed(token, fmt.Sprintf("%q is not a literal", written))
	}
}

// number adds a number with its sign, without white space between them.
func (a *argumentReader) number(token Token) {
	start, text := token.Start, token.in(a.text)
	if a.sign > 0 {
		start = a.sign
		if a.text[start] == '-' {
			text = "-" + text
		}
	}
	a.keep(NumberArgument, text, Range{start, token.End})
}

func (a *argumentReader) keep(kind ArgumentKind, text string, where Range) {
	a.annotation.Arguments = append(a.annotation.Arguments, Argument{Kind: kind, Text: text, Range: where})
	a.full, a.sign = true, 0
}

func (a *argumentReader) malformed(token Token, what string) {
	if !a.reported {
		a.problem(AnnotationMalformed, token.Range, fmt.Sprintf("the parameters of @%s are malformed: %s", a.annotation.Name, what),
			`parameters are strings in quotes, numbers, true or false, with commas between: @name("text", 2, true)`)
	}
	a.reported, a.full, a.sign = true, true, 0
}

// argumentText removes the quotes from a string: a doubled quote represents one, and a backslash escapes. Jinja in it stays
// as it is, because Jinja reads its own strings.
func argumentText(written string) string {
	quote := written[0]
	inner := written[1 : len(written)-1]
	if strings.IndexByte(inner, '\\') < 0 && strings.IndexByte(inner, quote) < 0 {
		return inner
	}
	var out strings.Builder
	from := 0
	jinjaPieces(inner, Range{0, len(inner)}, func(piece Range) {
		out.WriteString(plainArgumentText(inner[from:piece.Start], quote))
		out.WriteString(piece.Of(inner))
		from = piece.End
	})
	out.WriteString(plainArgumentText(inner[from:], quote))
	return out.String()
}

func plainArgumentText(text string, quote byte) string {
	doubled := string([]byte{quote, quote})
	return unescape(strings.ReplaceAll(text, doubled, doubled[:1]))
}
