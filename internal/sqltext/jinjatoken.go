package sqltext

import "strings"

// jinjaToken returns the next token of Jinja code at or after an offset, past white space: a Word, Number, String or
// Operator. It returns false at the end, which is where the closing mark begins.
func jinjaToken(text string, from, end int) (Token, bool) {
	for from < end && isSpace(text[from]) {
		from++
	}
	if from >= end {
		return Token{}, false
	}
	switch c := text[from]; {
	case c == '\'' || c == '"':
		return Token{Range{from, min(jinjaStringEnd(text, from), end)}, String, false}, true
	case isDigit(c):
		return Token{Range{from, jinjaNumberEnd(text, from, end)}, Number, false}, true
	case isWordStart(c):
		i := from
		for i < end && (isWordStart(text[i]) || isDigit(text[i])) {
			i++
		}
		return Token{Range{from, i}, Word, false}, true
	}
	length := 1
	if from+1 < end {
		switch text[from : from+2] {
		case "==", "!=", "<=", ">=", "//", "**":
			length = 2
		}
	}
	return Token{Range{from, from + length}, Operator, false}, true
}

func jinjaNumberEnd(text string, from, end int) int {
	i := from
	for i < end && (isDigit(text[i]) || text[i] == '_' || isWordStart(text[i])) {
		i++
	}
	if i+1 < end && text[i] == '.' && isDigit(text[i+1]) {
		i++
		for i < end && (isDigit(text[i]) || isWordStart(text[i])) {
			i++
		}
	}
	return i
}

// jinjaParts divides a piece of Jinja into its opening mark, its code and its closing mark. A minus or plus that
// touches the braces belongs to the mark, because it controls the white space outside.
func jinjaParts(text string) (opening string, code Range, closing string) {
	from, end := 2, len(text)-2
	if from < end && (text[from] == '-' || text[from] == '+') {
		from++
	}
	if from < end && (text[end-1] == '-' || text[end-1] == '+') {
		end--
	}
	return text[:from], Range{from, end}, text[end:]
}

// jinjaPieces calls visit for each expression and statement of Jinja inside a string or comment.
func jinjaPieces(text string, within Range, visit func(piece Range)) {
	for i := within.Start; i+3 < within.End; {
		next := strings.IndexByte(text[i:within.End], '{')
		if next < 0 || i+next+3 >= within.End {
			return
		}
		i += next
		if c := text[i+1]; c != '{' && c != '%' && c != '#' {
			i++
			continue
		}
		end, ok := jinjaEnd(text[:within.End], i)
		if !ok {
			return
		}
		if text[i+1] != '#' {
			visit(Range{i, end})
		}
		i = end
	}
}
