package yamldoc

import (
	"strings"
	"unicode/utf8"
)

// inline writes a scalar or an empty collection and ends the line. indent is that of the entry or item it belongs to.
func (w *writer) inline(n *Node, indent int) {
	switch {
	case n.Kind == Mapping:
		w.b = append(w.b, "{}"...)
	case n.Kind == Sequence:
		w.b = append(w.b, "[]"...)
	case n.Type() != StringType:
		w.b = append(w.b, canonicalWord(n.Value, n.Type())...)
	case isForBlock(n.Value):
		w.literal(n, indent+2)
		return
	default:
		w.text(n.Value)
	}
	w.endLine(n)
}

// canonicalWord returns null and the booleans their usual spelling. Numbers stay as they were written.
func canonicalWord(value string, of Type) string {
	switch of {
	case NullType:
		return "null"
	case BoolType:
		return strings.ToLower(value)
	default:
		return value
	}
}

// key writes a key. A key that is too long for one line is marked as a key.
func (w *writer) key(n *Node, indent int) {
	if n.KeyStyle == Plain && typeOf(n.Key) != StringType && n.Key != "" {
		w.b = append(w.b, n.Key...) // a number, a boolean or null as a key stays one
		return
	}
	if utf8.RuneCountInString(n.Key) <= maxKey/4 {
		w.text(n.Key)
		return
	}
	w.b = append(w.b, "? "...)
	w.text(n.Key)
	w.b = append(w.b, '\n')
	w.indent(indent)
}

// text writes a text on one line: plain where it can be, else in quotes.
func (w *writer) text(value string) {
	switch {
	case isPlain(value):
		w.b = append(w.b, value...)
	case strings.Contains(value, `"`) && !strings.Contains(value, "'") && isOneLine(value):
		w.b = append(w.b, '\'')
		w.b = append(w.b, value...)
		w.b = append(w.b, '\'')
	default:
		w.doubleQuoted(value)
	}
}

// isOneLine reports whether every character of a text can be written unescaped on a line.
func isOneLine(text string) bool {
	hasControls, hasBeyond := scan(text)
	return !hasControls && !strings.ContainsAny(text, "\t\n") && (!hasBeyond || isPrintable(text))
}

// isPlain reports whether a text may be written without quotes and is read as the same text by readers of old and new
// YAML.
func isPlain(text string) bool {
	if text == "" || text[len(text)-1] == ' ' || text[0] == ' ' || !canStartPlain(text, 0) || !isOneLine(text) {
		return false
	}
	if strings.Contains(text, ": ") || strings.Contains(text, " #") || text[len(text)-1] == ':' {
		return false
	}
	return !strings.HasPrefix(text, "---") && !strings.HasPrefix(text, "...") && !looksTyped(text)
}

// looksTyped reports whether some YAML parser reads a plain text as a number, a date, a boolean or null.
func looksTyped(text string) bool {
	switch text[0] {
	case '+', '-', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return typeOf(text) != StringType || isOldNumber(text) || isDate(text)
	case '=', '<':
		return text == "=" || text == "<<"
	}
	if len(text) > len("false") {
		return false
	}
	switch strings.ToLower(text) {
	case "~", "null", "true", "false", "yes", "no", "on", "off":
		return true
	default:
		return false
	}
}

// isOldNumber reports whether a text is a number or time of YAML 1.1: 0777, 1_000, 0b11, 12:30:45.
func isOldNumber(text string) bool {
	digits := strings.TrimLeft(text, "+-")
	if onlyOf(digits, "._0123456789") || onlyOf(digits, ".:_0123456789") && strings.Contains(digits, ":") {
		return true
	}
	if len(digits) < 2 || digits[0] != '0' {
		return false
	}
	switch digits[1] {
	case 'b':
		return onlyOf(digits[2:], "01_")
	case 'o':
		return onlyOf(digits[2:], "01234567_")
	case 'x':
		return onlyOf(digits[2:], "0123456789abcdefABCDEF_")
	default:
		return false
	}
}

// isDate reports whether a text is a date, or a date followed by a time.
func isDate(text string) bool {
	parts := strings.SplitN(text, "-", 3)
	if len(parts) < 3 || len(parts[0]) != 4 || len(parts[1]) > 2 || !onlyOf(parts[0]+parts[1], "0123456789") {
		return false
	}
	day := parts[2]
	end := len(day) - len(strings.TrimLeft(day, "0123456789"))
	return end > 0 && end <= 2 && (end == len(day) || strings.IndexByte("Tt ", day[end]) >= 0)
}
