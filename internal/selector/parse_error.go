package selector

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// expected returns the error for a token that differs from the expected ones.
func (p *parser) expected(found token, expected ...string) *SyntaxError {
	if found.kind == brokenToken {
		return p.errOpenQuote(found)
	}
	e := newSyntaxError(p.text, found.offset)
	e.Expected = expected
	e.Found = shortened(found.text)
	e.Hint = strayHint(found)
	return e
}

func (p *parser) errOpenQuote(open token) *SyntaxError {
	e := newSyntaxError(p.text, open.end)
	e.Expected = []string{"a closing " + open.text[:1]}
	start := newSyntaxError(p.text, open.offset)
	e.Hint = fmt.Sprintf("The text in quotes begins%s. A quote inside it is written twice.", start.positionText())
	return e
}

// strayHint explains characters that users know from other languages.
func strayHint(found token) string {
	switch {
	case found.text == "(" || found.text == ")":
		return "Parentheses are not part of a selector; AND binds tighter than OR. Put a name that contains them in quotes."
	case found.text == "|":
		return "Write || or OR."
	case found.text == "&" || strings.HasPrefix(found.text, "&&"):
		return "Write AND."
	case strings.EqualFold(found.text, "not") || strings.HasPrefix(found.text, "!") || found.text == "-":
		return "A selector cannot remove nodes; name them in the exclude selector."
	case found.kind == strayToken && strings.ContainsAny(found.text, "“”‘’"):
		return `Use straight quotes: " or '.`
	default:
		return ""
	}
}

func (p *parser) errNoConnector(found token) error {
	e := p.expected(found, "AND", "OR", "the end")
	switch {
	case e.Hint != "":
	case found.kind == openToken:
		e.Hint = "Join two pairs of braces with OR for the nodes of both, with AND for those they have in common."
	case found.kind == commaToken:
		e.Hint = "Between braces, write OR."
	}
	return e
}

func (p *parser) errNoBrace(found token, plusSeen bool) error {
	expected := []string{`"{"`}
	if !plusSeen {
		expected = append(expected, `"+"`)
	}
	e := p.expected(found, expected...)
	switch {
	case e.Hint != "":
	case found.kind == wordToken && !isConnector(found.text), found.kind == quoteToken:
		e.Hint = fmt.Sprintf("Write names and conditions in braces: { %s }.", shortened(found.text))
	case found.kind == endToken:
		e.Hint = "A selector ends with a closing brace, or with a + after it."
	}
	return e
}

func (p *parser) errNoTerm(found token) error {
	e := p.expected(found, `"*"`, "a name", `a key such as "location:"`)
	switch {
	case e.Hint != "":
	case found.kind == closeToken:
		e.Hint = "To pick every node, write {*}."
	case found.kind == openToken:
		e.Hint = "Braces do not nest."
	}
	return e
}

func (p *parser) errUnknownKey(word token) error {
	var expected []string
	for _, k := range keys {
		expected = append(expected, k.String()+":")
	}
	word.text += ":"
	e := p.expected(word, expected...)
	if k, ok := nearestKey(strings.TrimSuffix(word.text, ":")); ok {
		e.Hint = fmt.Sprintf("Did you mean %s:?", k)
	}
	return e
}

func (p *parser) errNoValue(k key, found token) error {
	e := p.expected(found, fmt.Sprintf(`a value after "%s:"`, k))
	if isConnector(found.text) {
		e.Hint = fmt.Sprintf(`If that is the value, put it in quotes: %s:"%s".`, k, found.text)
	}
	return e
}

// errAfterShort returns the error for a token after a star or a name, which must be alone in its braces.
func (p *parser) errAfterShort(t term, found token) error {
	e := p.expected(found, `"}"`)
	written := shortened(t.value.literal())
	_, isKey := keyNamed(written)
	switch {
	case e.Hint != "":
	case t.key == anyKey:
		e.Hint = "Write a star alone: {*}."
	case isKey && (found.kind == wordToken || found.kind == quoteToken):
		e.Hint = fmt.Sprintf("A key needs a colon: %s: %s.", written, e.Found)
	case found.kind == wordToken && p.isKeyAt(found):
		e.Hint = fmt.Sprintf("Next to other conditions, a name needs its key: name: %s.", written)
	case found.kind == wordToken:
		e.Hint = fmt.Sprintf(`A name with a space needs quotes: {"%s %s"}. For two nodes, write {%s} OR {%s}.`,
			written, e.Found, written, e.Found)
	case found.kind == commaToken, found.kind == andToken:
		e.Hint = "For several nodes, write {A} OR {B}."
	}
	return e
}

// errAfterPair returns the error for a token after a pair that cannot begin another pair.
func (p *parser) errAfterPair(t term, found token) error {
	e := p.expected(found, `"}"`, "another pair")
	if e.Hint == "" && found.kind == quoteToken {
		e.Hint = fmt.Sprintf("A value is bare or in quotes, not both: %s: %s.", t.key, found.text)
	}
	return e
}

// errNameAmongPairs returns the error for a star or a name without a key after a pair. Often it is the rest of a value
// with a space.
func (p *parser) errNameAmongPairs(before, name term) error {
	e := newSyntaxError(p.text, name.offset)
	e.Expected = []string{`"}"`, "another pair"}
	e.Found = "*"
	if name.key == anyKey {
		e.Hint = "Write a star alone: {*}."
		return e
	}
	e.Found = shortened(name.value.literal())
	e.Hint = fmt.Sprintf(`A value with a space needs quotes: %s: "%s %s". A name next to other conditions needs its key: name: %s.`,
		before.key, shortened(before.value.literal()), e.Found, e.Found)
	return e
}

func (p *parser) errTooManyTerms(offset int) error {
	e := newSyntaxError(p.text, offset)
	e.kind = fault.Limit
	e.problem = "a selector must not have more than 4096 conditions, but this one does"
	e.Hint = "Save the nodes as a subgraph and select that."
	return e
}

// isKeyAt reports whether a word is followed by a colon.
func (p *parser) isKeyAt(word token) bool {
	ahead := scanner{text: p.text, at: word.end}
	return ahead.peek(stopsKey).kind == colonToken
}
