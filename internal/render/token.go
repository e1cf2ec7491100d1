package render

import (
	"strings"

	"github.com/millrace/millrace/internal/dialect"
)

// helperTokens are the words that a transform may use for the column that it makes and the column that it reads. They
// are put in while the context is built, because a later pass no longer knows which column a text belongs to.
type helperTokens struct {
	sourceNode, sourceColumn string // "" when the column is derived from nothing
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

// value returns what a word stands for, quoted for the engine.
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

// replace puts the values in, also where a token stands inside other Jinja, as in {{ clean('{{SRC}}') }}. A word that is
// used in an expression, as in {{ SRC | upper }}, gets its value from a {% set %} ahead of the text.
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
			out.WriteString(rest[:at+1]) // one brace on: {{{SRC}} holds a token too
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

// readToken reads {{ WORD }} at the beginning of a text.
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

// declarations set the words that are still used by name in the Jinja of a text.
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

// usesWord reports whether Jinja in the text has the word as a name of its own.
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

// jinjaLiteral writes a text as a literal of the template language.
func jinjaLiteral(text string) string {
	return `'` + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`).Replace(text) + `'`
}

// qualifiedColumn is "NODE"."COLUMN", or NULL for no column.
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
