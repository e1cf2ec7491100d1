package scim

import (
	"encoding/json"
	"slices"
	"strings"
)

// The limits of filters.
const (
	maxFilter = 4000
	maxDepth  = 20
)

// filterParser parses the filters of RFC 7644, section 3.4.2.2:
//
//	filter = term *("or" term)
//	term   = factor *("and" factor)
//	factor = "not" "(" filter ")" / "(" filter ")" / attribute "[" filter "]" / attribute operator value / attribute "pr"
type filterParser struct {
	resource   *resourceType
	attributes []attribute // those that names refer to
	text       string
	at         int
	depth      int
}

// parseFilter parses the filter of a list.
func parseFilter(text string, t *resourceType) (expression, error) {
	if len(text) > maxFilter {
		return nil, invalid(typeInvalidFilter, "the filter is longer than %d bytes", maxFilter)
	}
	p := &filterParser{resource: t, attributes: t.all(), text: text}
	parsed, err := p.filter()
	if err != nil {
		return nil, err
	}
	if p.skipSpaces(); p.at < len(p.text) {
		return nil, p.expected("and, or, or the end")
	}
	return parsed, nil
}

func (p *filterParser) expected(what string) error {
	return invalid(typeInvalidFilter, "the filter is not valid at character %d: expected %s", p.at+1, what).
		WithHint(`A filter is for example: userName eq "ann@example.com" and active eq true.`)
}

func (p *filterParser) filter() (expression, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, invalid(typeInvalidFilter, "the filter is nested deeper than %d levels", maxDepth)
	}
	defer func() { p.depth-- }()
	left, err := p.term()
	for err == nil && p.acceptWord("or") {
		var right expression
		right, err = p.term()
		left = logical{left: left, right: right}
	}
	return left, err
}

func (p *filterParser) term() (expression, error) {
	left, err := p.factor()
	for err == nil && p.acceptWord("and") {
		var right expression
		right, err = p.factor()
		left = logical{isAnd: true, left: left, right: right}
	}
	return left, err
}

func (p *filterParser) factor() (expression, error) {
	if p.accept('(') {
		return p.closing(')')
	}
	start := p.at
	if p.acceptWord("not") {
		if p.accept('(') {
			inner, err := p.closing(')')
			return negation{inner}, err
		}
		p.at = start
	}
	name := p.word()
	if name == "" {
		return nil, p.expected("the name of an attribute")
	}
	a, sub, err := p.resolve(name)
	if err != nil {
		return nil, err
	}
	if p.accept('[') {
		return p.valueFilter(a, sub)
	}
	return p.comparison(a, sub)
}

// closing parses a filter and the bracket behind it.
func (p *filterParser) closing(bracket byte) (expression, error) {
	inner, err := p.filter()
	if err == nil && !p.accept(bracket) {
		err = p.expected(string(bracket))
	}
	return inner, err
}

// valueFilter parses what follows `attribute[`. A comparison of a sub-attribute may follow, as Entra ID writes it:
// emails[type eq "work"].value eq "ann@example.com".
func (p *filterParser) valueFilter(a, sub *attribute) (expression, error) {
	if a == nil || sub != nil || a.Type != complexType {
		return nil, p.expected("an attribute that has sub-attributes before [")
	}
	outer := p.attributes
	p.attributes = a.SubAttributes
	defer func() { p.attributes = outer }()
	inner, err := p.closing(']')
	if err != nil || p.at == len(p.text) || p.text[p.at] != '.' {
		return valueFilter{attribute: a, inner: inner}, err
	}
	p.at++
	part, _, err := p.resolve(p.word())
	if err != nil {
		return nil, err
	}
	compared, err := p.comparison(part, nil)
	return valueFilter{attribute: a, inner: logical{isAnd: true, left: inner, right: compared}}, err
}

// comparison parses the operator and the value behind an attribute.
func (p *filterParser) comparison(a, sub *attribute) (expression, error) {
	start := p.at
	c := comparison{attribute: a, sub: sub, operator: strings.ToLower(p.word())}
	if c.operator == present {
		return c, nil
	}
	if a != nil && a.Type == complexType && sub == nil {
		c.sub = find(a.SubAttributes, "value") // the default of multi-valued attributes
	}
	operators := []string{equal, notEqual, contains, startsWith, endsWith, greater, greaterOrEqual, less, lessOrEqual}
	if !slices.Contains(operators, c.operator) {
		p.at = start
		return nil, p.expected("an operator: " + strings.Join(append(operators, present), ", "))
	}
	value, err := p.value()
	if err != nil {
		return nil, err
	}
	c.value = value
	return c, p.checkValue(c)
}

// checkValue rejects a comparison that no value can fulfill because of its type.
func (p *filterParser) checkValue(c comparison) error {
	last := c.last()
	if last == nil || c.value == nil {
		return nil
	}
	switch last.Type {
	case complexType:
		return invalid(typeInvalidFilter, "%s is no text: compare one of its sub-attributes", last.Name)
	case booleanType:
		if c.operator != equal && c.operator != notEqual {
			return invalid(typeInvalidFilter, "%s is true or false: use eq or ne", last.Name)
		}
		return nil
	default:
		if _, isText := c.value.(string); !isText {
			return invalid(typeInvalidFilter, "%s is a text: write the value in quotation marks", last.Name)
		}
		return nil
	}
}

// value parses a JSON text, true, false or null. Entra ID writes True and False.
func (p *filterParser) value() (any, error) {
	p.skipSpaces()
	if p.at < len(p.text) && p.text[p.at] == '"' {
		return p.quoted()
	}
	start := p.at
	switch strings.ToLower(p.word()) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "null":
		return nil, nil //nolint:nilnil // null is a value
	default:
		p.at = start
		return nil, p.expected("a value: a text in quotation marks, true, false or null")
	}
}

func (p *filterParser) quoted() (string, error) {
	end := p.at + 1
	for end < len(p.text) && p.text[end] != '"' {
		if p.text[end] == '\\' {
			end++
		}
		end++
	}
	var text string
	if end >= len(p.text) || json.Unmarshal([]byte(p.text[p.at:end+1]), &text) != nil {
		return "", p.expected("a text that ends with a quotation mark")
	}
	p.at = end + 1
	return text, nil
}

// resolve returns the attribute and the sub-attribute of a name. Both are nil for an attribute that is accepted and not
// stored.
func (p *filterParser) resolve(name string) (a, sub *attribute, err error) {
	local := withoutURN(name, p.resource.schema)
	if isURN(local) {
		return nil, nil, nil
	}
	top, rest, hasSub := strings.Cut(local, ".")
	a = find(p.attributes, top)
	if a == nil {
		if p.resource.ignores(top) {
			return nil, nil, nil
		}
		return nil, nil, invalid(typeInvalidFilter, "%s has no attribute %s", p.resource.name, name)
	}
	if !hasSub {
		return a, nil, nil
	}
	if sub = find(a.SubAttributes, rest); sub == nil {
		return nil, nil, invalid(typeInvalidFilter, "%s has no attribute %s", p.resource.name, name)
	}
	return a, sub, nil
}

func (p *filterParser) skipSpaces() {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
}

// accept skips a character if it comes next.
func (p *filterParser) accept(character byte) bool {
	p.skipSpaces()
	if p.at == len(p.text) || p.text[p.at] != character {
		return false
	}
	p.at++
	return true
}

// acceptWord skips a word if it comes next, in any case.
func (p *filterParser) acceptWord(word string) bool {
	start := p.at
	if strings.EqualFold(p.word(), word) {
		return true
	}
	p.at = start
	return false
}

// word returns the next characters up to a space, a bracket or a quotation mark.
func (p *filterParser) word() string {
	p.skipSpaces()
	start := p.at
	for p.at < len(p.text) && !strings.ContainsRune(` ()[]"`, rune(p.text[p.at])) {
		p.at++
	}
	return p.text[start:p.at]
}
