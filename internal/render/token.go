package render

import (
	"strings"

	"github.com/millrace/millrace/internal/dialect"
)

// helperTokens are the words that stand for the target and source columns in a transform. They are replaced while the
// context is built, because a later pass does not know which column a text belongs to.
type helperTokens struct {
	sourceNode, sourceColumn string // "" if the column has no source
	targetNode, targetColumn string
}

// The words, each in braces of its own: {{SRC}}, {{ SRC_COL }}, ….
const (
	tokenSource       = "SRC"
	tokenSourceColumn = "SRC_COL"
	tokenSourceNode   = "SRC_NODE"
	tokenTarget       = "TGT"
	tokenTargetColumn = "TGT_COL"
	tokenTargetNode   = "TGT_NODE"
)

// value returns the value of a word, quoted for the engine.
func (h helperTokens) value(word string, words *dialect.Dialect) (string, bool) {
	switch word {
	case tokenSource:
		return qualifiedColumn(words, h.sourceNode, h.sourceColumn), true
	case tokenSourceColumn:
		return quotedOrNothing(words, h.sourceColumn), true
	case tokenSourceNode:
		return quotedOrNothing(words, h.sourceNode), true
	case tokenTarget:
		return qualifiedColumn(words, h.targetNode, h.targetColumn), true
	case tokenTargetColumn:
		return quotedOrNothing(words, h.targetColumn), true
	case tokenTargetNode:
		return quotedOrNothing(words, h.targetNode), true
	default:
		return "", false
	}
}

// replace inserts the values, including tokens inside other Jinja, as in {{ clean('{{SRC}}') }}. A word in an
// expression, as in {{ SRC | upper }}, gets its value from a {% set %} ahead of the text.
func (h helperTokens) replace(text string, words *dialect.Dialect) string {
	if !strings.Contains(text, "{{") && !strings.Contains(text, "{%") {
		return text
	}
	var out strings.Builder
	rest := text
	for {
		at := strings.Index(rest, "{{")
		if at < 0 {
			break
		}
		word, length := readToken(rest[at:])
		value, known := h.value(word, words)
		if !known {
			out.WriteString(rest[:at+1]) // continue after one brace: {{{SRC}} contains a token, too
			rest = rest[at+1:]
			continue
		}
		out.WriteString(rest[:at])
		out.WriteString(value)
		rest = rest[at+length:]
	}
	out.WriteString(rest)
	return h.declarations(out.String(), words) + out.String()
}

// readToken parses {{ WORD }} at the beginning of a text.
func readToken(text string) (word string, length int) {
	in := reader{text: text}
	in.expect("{{")
	word = in.word()
	in.expect("}}")
	if in.failed {
		return "", 0
	}
	return word, in.at
}

// declarations returns {% set %} statements for the words that the Jinja of a text uses by name.
func (h helperTokens) declarations(text string, words *dialect.Dialect) string {
	if jinjaStart(text) < 0 || !strings.Contains(text, tokenSource) && !strings.Contains(text, tokenTarget) {
		return ""
	}
	var out strings.Builder
	for _, word := range []string{
		tokenSource, tokenSourceColumn, tokenSourceNode, tokenTarget, tokenTargetColumn, tokenTargetNode,
	} {
		if usesWord(text, word) {
			value, _ := h.value(word, words)
			out.WriteString("{% set " + word + " = " + jinjaLiteral(value) + " %}")
		}
	}
	return out.String()
}

// usesWord reports whether Jinja in the text uses the word as a name.
func usesWord(text, word string) bool {
	for {
		at := jinjaStart(text)
		if at < 0 {
			return false
		}
		end := strings.IndexByte(text[at:], '}')
		if end < 0 {
			end = len(text) - at
		}
		if hasWord(text[at:at+end], word) {
			return true
		}
		text = text[at+end:]
	}
}

func hasWord(text, word string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		start, end := from+at, from+at+len(word)
		if (start == 0 || !isWordByte(text[start-1])) && (end == len(text) || !isWordByte(text[end])) {
			return true
		}
		from = end
	}
}

// jinjaLiteral formats a text as a literal of the template language.
func jinjaLiteral(text string) string {
	if !strings.ContainsAny(text, "\\'\n\r") {
		return "'" + text + "'" // a name, almost always
	}
	var out strings.Builder
	out.WriteByte('\'')
	for i := range len(text) {
		switch c := text[i]; c {
		case '\\', '\'':
			out.WriteByte('\\')
			out.WriteByte(c)
		case '\n':
			out.WriteString(`\n`)
		case '\r':
			out.WriteString(`\r`)
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte('\'')
	return out.String()
}

// qualifiedColumn returns "NODE"."COLUMN", or NULL for no column.
func qualifiedColumn(words *dialect.Dialect, node, column string) string {
	switch {
	case column == "":
		return "NULL"
	case node == "":
		return words.Quote(column)
	default:
		return words.Quote(node) + "." + words.Quote(column)
	}
}

func quotedOrNothing(words *dialect.Dialect, name string) string {
	if name == "" {
		return ""
	}
	return words.Quote(name)
}
