package selector

import (
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

const (
	maxBytes = 64 << 10
	maxTerms = 4096
)

// Parse parses a selector. An empty text selects every node. The error is a *SyntaxError; warnings report a valid text
// that the user may have meant differently.
func Parse(text string) (Selector, []Warning, error) {
	if err := checkText(text); err != nil {
		return Selector{}, nil, err
	}
	p := &parser{scanner: scanner{text: text}}
	if p.peek(stopsOutside).kind == endToken {
		return Selector{}, nil, nil
	}
	s, err := p.selector()
	if err != nil {
		return Selector{}, nil, err
	}
	return s, p.warnings, nil
}

func checkText(text string) error {
	if len(text) > maxBytes {
		e := newSyntaxError(text, maxBytes)
		e.kind = fault.Limit
		e.problem = "a selector must not have more than 65536 bytes, but this one does"
		e.Hint = "Save the nodes as a subgraph and select that."
		return e
	}
	if utf8.ValidString(text) {
		return nil
	}
	e := newSyntaxError(text, validPrefix(text))
	e.problem = "the selector is not valid UTF-8"
	e.Hint = "Save the text as UTF-8."
	return e
}

// validPrefix returns the number of bytes before the first that is not UTF-8. A valid text may contain the replacement
// character, which has three bytes.
func validPrefix(text string) int {
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)) {
			return i
		}
	}
	return len(text)
}

// parser parses the grammar in the package documentation, one method per rule.
type parser struct {
	scanner

	terms    int
	warnings []Warning
}

// selector parses expressions joined by OR, to the end of the text.
func (p *parser) selector() (Selector, error) {
	var s Selector
	for {
		alternative, err := p.intersection()
		if err != nil {
			return Selector{}, err
		}
		s.any = append(s.any, alternative)
		next := p.peek(stopsOutside)
		switch next.kind {
		case endToken:
			return s, nil
		case orToken:
			p.take(next)
		default:
			return Selector{}, p.errNoConnector(next)
		}
	}
}

// intersection parses units joined by AND.
func (p *parser) intersection() (intersection, error) {
	var units intersection
	for {
		u, err := p.unit()
		if err != nil {
			return nil, err
		}
		units = append(units, u)
		next := p.peek(stopsOutside)
		if next.kind != andToken {
			return units, nil
		}
		p.take(next)
	}
}

// unit parses one pair of braces with its plus signs.
func (p *parser) unit() (unit, error) {
	next := p.peek(stopsOutside)
	u := unit{offset: next.offset}
	if next.kind == plusToken {
		u.upstream = true
		p.take(next)
		next = p.peek(stopsOutside)
	}
	if next.kind != openToken {
		return unit{}, p.errNoBrace(next, u.upstream)
	}
	p.take(next)
	var err error
	if u.any, err = p.alternatives(); err != nil {
		return unit{}, err
	}
	if after := p.peek(stopsOutside); after.kind == plusToken {
		u.downstream = true
		p.take(after)
	}
	return u, nil
}

// alternatives parses the text between the braces, and the closing brace. There should be only one alternative, because
// OR joins braces. But an OR inside braces has only one possible meaning, so it is accepted with a warning.
func (p *parser) alternatives() ([]conjunction, error) {
	var alternatives []conjunction
	for {
		terms, err := p.conjunction()
		if err != nil {
			return nil, err
		}
		alternatives = append(alternatives, terms)
		next := p.peek(stopsKey)
		p.take(next)
		if next.kind != orToken {
			return alternatives, nil // conjunction stops only at the closing brace
		}
		p.warn(next.offset, "OR inside braces is read as { … } OR { … }; write it that way")
	}
}

// conjunction parses a star, a name, or pairs, up to an OR or the closing brace.
func (p *parser) conjunction() (conjunction, error) {
	var terms conjunction
	for {
		t, short, err := p.term()
		switch {
		case err != nil:
			return nil, err
		case short && len(terms) > 0:
			return nil, p.errNameAmongPairs(terms[len(terms)-1], t)
		case p.terms == maxTerms:
			return nil, p.errTooManyTerms(t.offset)
		}
		p.terms++
		terms = append(terms, t)
		next := p.peek(stopsKey)
		switch {
		case next.kind == closeToken, next.kind == orToken:
			return terms, nil
		case short:
			return nil, p.errAfterShort(t, next)
		case next.kind == commaToken, next.kind == andToken:
			p.take(next)
		case next.kind != wordToken:
			return nil, p.errAfterPair(t, next)
		}
	}
}

// term parses a star, a name or a pair. The first two are short and must be alone.
func (p *parser) term() (t term, short bool, err error) {
	word := p.peek(stopsKey)
	if word.kind != wordToken && word.kind != quoteToken {
		return term{}, false, p.errNoTerm(word)
	}
	p.take(word)
	colon := p.peek(stopsKey)
	if colon.kind == colonToken && word.kind == wordToken {
		p.take(colon)
		t, err = p.pair(word, colon)
		return t, false, err
	}
	if word.text == "*" {
		return term{key: anyKey, offset: word.offset}, true, nil
	}
	return term{key: nameKey, value: word.value, offset: word.offset}, true, nil
}

// pair parses the value that belongs to a key.
func (p *parser) pair(word, colon token) (term, error) {
	k, ok := keyNamed(word.text)
	if !ok {
		return term{}, p.errUnknownKey(word)
	}
	value := p.peek(stopsValue)
	isWord := value.kind == wordToken || value.kind == quoteToken
	if isConnector(value.text) && value.offset == colon.end {
		isWord = true // location:OR is a value; in location: OR the value is missing
	}
	if !isWord || startsPair(value) {
		return term{}, p.errNoValue(k, value)
	}
	p.take(value)
	return term{key: k, value: value.value, offset: word.offset}, nil
}

// startsPair reports whether a value looks like the next pair, which means that the value itself is missing.
func startsPair(value token) bool {
	if value.kind != wordToken {
		return false
	}
	word, rest, found := strings.Cut(value.text, ":")
	_, isKey := keyNamed(word)
	return found && isKey && !strings.HasPrefix(rest, "::")
}

func (p *parser) warn(offset int, text string) {
	p.warnings = append(p.warnings, Warning{Text: text, Offset: offset})
}
