package sqltext

import "strings"

// appendRefs adds the calls in a piece of Jinja.
func appendRefs(found []Ref, text string, piece Range) []Ref {
	_, code, _ := jinjaParts(piece.Of(text))
	from, end := piece.Start+code.Start, piece.Start+code.End
	var before Token
	for {
		token, ok := jinjaToken(text, from, end)
		if !ok {
			return found
		}
		from = token.End
		if token.Kind == Word && isRefName(token.in(text)) && mayBeCalled(before.in(text)) {
			if ref, ok := readRef(text, token, end); ok {
				ref.Range = piece
				found = append(found, ref)
			}
		}
		before = token
	}
}

func isRefName(word string) bool {
	return strings.HasPrefix(word, "ref") && (word == "ref" || word == "ref_link" || word == "ref_no_link")
}

// mayBeCalled reports whether a name after the given token is a call and not an attribute or a definition.
func mayBeCalled(before string) bool { return before != "." && before != "macro" }

// readRef reads the arguments after the name; it returns false if there are none.
func readRef(text string, name Token, end int) (Ref, bool) {
	open, ok := jinjaToken(text, name.End, end)
	if !ok || open.in(text) != "(" {
		return Ref{}, false
	}
	arguments := refArguments{simple: true}
	from := open.End
	for depth := 1; depth > 0; {
		token, ok := jinjaToken(text, from, end)
		if !ok {
			return Ref{}, false
		}
		from = token.End
		switch written := token.in(text); written {
		case "(":
			depth++
			arguments.simple = false
		case ")":
			depth--
		default:
			arguments.add(token, written)
		}
	}
	ref := Ref{Function: name.in(text), Call: Range{name.Start, from}}
	if arguments.areLiterals() {
		ref.Literal, ref.Location, ref.Node = true, arguments.literals[0], arguments.literals[1]
	}
	return ref, true
}

// refArguments are the arguments of a call, if they are two strings.
type refArguments struct {
	literals [2]string
	// count is the number of alternating strings and commas; simple is true if there was nothing else.
	count  int
	simple bool
	// named is true after the name of a third argument: include_db=false does not change which node is meant.
	named bool
}

func (a *refArguments) add(token Token, written string) {
	switch {
	case a.named:
		return
	case token.Kind == Word && written == "include_db" && a.count == 4:
		a.named = true
		return
	case token.Kind == String && a.count%2 == 0 && a.count < 4:
		a.literals[a.count/2] = jinjaString(written)
	case written == "," && a.count%2 == 1:
	default:
		a.simple = false
	}
	a.count++
}

// areLiterals reports whether there were two strings; a comma after them is allowed.
func (a *refArguments) areLiterals() bool { return a.simple && (a.count == 3 || a.count == 4) }

// jinjaString removes the quotes and escapes from a string of Jinja.
func jinjaString(written string) string {
	if len(written) < 2 {
		return ""
	}
	inner := written[1 : len(written)-1]
	if strings.IndexByte(inner, '\\') < 0 {
		return inner
	}
	return unescape(inner)
}

// unescape replaces each escape sequence by the character that it represents.
func unescape(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			out.WriteByte(text[i])
			continue
		}
		i++
		switch text[i] {
		case 'n':
			out.WriteByte('\n')
		case 't':
			out.WriteByte('\t')
		case 'r':
			out.WriteByte('\r')
		case '\\', '\'', '"':
			out.WriteByte(text[i])
		default:
			out.WriteByte('\\')
			out.WriteByte(text[i])
		}
	}
	return out.String()
}

// printsNothing reports whether a Jinja expression is only a call of ref_link, which renders to no text.
func printsNothing(piece string) bool {
	if !strings.Contains(piece, "ref_link") {
		return false
	}
	_, code, _ := jinjaParts(piece)
	name, ok := jinjaToken(piece, code.Start, code.End)
	if !ok || name.in(piece) != "ref_link" {
		return false
	}
	ref, ok := readRef(piece, name, code.End)
	if !ok {
		return false
	}
	_, more := jinjaToken(piece, ref.Call.End, code.End)
	return !more
}
