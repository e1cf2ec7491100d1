package jinja

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// parser parses a text into statements.
type parser struct {
	compilation

	env   *Environment
	lexer lexer

	token  token // the current one
	ahead  token // the token after it, if peeked
	peeked bool
	depth  int
	open   []openTag // the blocks around the current token
	// soft counts the ifs since the innermost scope. There an unknown filter is an error only when it is reached.
	soft    int
	loops   int // number of loops around the current token, in the same macro
	unknown []unknownName
	noElse  *constExpr // the result of a if b when b is false

	pending    []stmt // statements of the bodies that are being read
	constNodes slab[constExpr]
	attrNodes  slab[attrExpr]
	dataNodes  slab[dataStmt]
	printNodes slab[printStmt]
}

// openTag is a block that is not closed yet.
type openTag struct {
	name string
	pos  int
	ends string // the tags that end it, with spaces between them
}

// unknownName is a filter or test that does not exist.
type unknownName struct {
	name   string
	isTest bool
	pos    int
	soft   bool
}

const (
	// maxDepth is how deep expressions and blocks may be nested.
	maxDepth = 200
	// maxChain is the maximum number of consecutive operators of one level.
	maxChain = 2000
)

// template parses the whole text.
func (p *parser) template() ([]stmt, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	body, err := p.statements()
	if err != nil {
		return nil, err
	}
	for _, u := range p.unknown {
		if !u.soft {
			return nil, p.failUnknown(u)
		}
	}
	return body, nil
}

// failUnknown returns the error of a filter or test that does not exist.
func (p *parser) failUnknown(u unknownName) error {
	e := unknownFilter(u.name)
	near := nearest(u.name, slices.Collect(maps.Keys(p.env.filters)))
	if u.isTest {
		e = unknownTest(u.name)
		near = nearest(u.name, slices.Collect(maps.Keys(p.env.tests)))
	}
	if near != "" && e.Hint == "" {
		e.Hint = "did you mean " + near + "?"
	}
	e.Kind = SyntaxError
	return p.locate(e, u.pos)
}

func (p *parser) advance() error {
	if p.peeked {
		p.token, p.peeked = p.ahead, false
		return nil
	}
	var err error
	p.token, err = p.lexer.next()
	return err
}

// look returns the token after the current one.
func (p *parser) look() (token, error) {
	if !p.peeked {
		var err error
		if p.ahead, err = p.lexer.next(); err != nil {
			return token{}, err
		}
		p.peeked = true
	}
	return p.ahead, nil
}

// skip skips the current token if it is of that kind.
func (p *parser) skip(kind tokenKind) (bool, error) {
	if p.token.kind != kind {
		return false, nil
	}
	return true, p.advance()
}

// skipName skips the current token if it is that name.
func (p *parser) skipName(name string) (bool, error) {
	if !p.token.is(name) {
		return false, nil
	}
	return true, p.advance()
}

// expect skips a token that must be of that kind, and returns it.
func (p *parser) expect(kind tokenKind) (token, error) {
	t := p.token
	if t.kind == kind {
		return t, p.advance()
	}
	if t.kind == tokenEnd {
		return t, p.failEnd(kind)
	}
	return t, p.fail(t.pos, "expected token %s, got %s", quoted(kind.String()), quoted(t.describe()))
}

// failEnd returns the error of a template that ends inside a tag.
func (p *parser) failEnd(kind tokenKind) error {
	line, _ := lineAndColumn(p.lexer.text, p.lexer.opened)
	message := fmt.Sprintf("unexpected end of template, expected %s", quoted(kind.String()))
	return p.failHint(p.lexer.opened, message, fmt.Sprintf("the tag that begins in line %d is not closed", line))
}

func (p *parser) fail(pos int, format string, args ...any) error {
	return p.failHint(pos, fmt.Sprintf(format, args...), "")
}

func (p *parser) failHint(pos int, message, hint string) error {
	return p.locate(&Error{Kind: SyntaxError, Message: message, Hint: hint}, pos)
}

func (p *parser) locate(e *Error, pos int) error {
	e.Line, e.Column = lineAndColumn(p.lexer.text, pos)
	return e
}

// enter increments the depth; the caller leaves with p.depth--.
func (p *parser) enter() error {
	if p.depth++; p.depth > maxDepth {
		return p.failHint(p.token.pos, "nested more than "+plural(maxDepth, "level")+" deep", "put a part of it into a variable or macro")
	}
	return nil
}

// chain rejects a chain of operators that is too long.
func (p *parser) chain(length int) error {
	if length > maxChain {
		return p.failHint(p.token.pos, "more than "+plural(maxChain, "operator")+" in one expression", "put a part of it into a variable")
	}
	return nil
}

// statements reads up to one of the ends of the innermost open block, which stays the current token, or up to the end.
func (p *parser) statements() ([]stmt, error) {
	first := len(p.pending)
	for ended := false; !ended; {
		s, err := p.data()
		if s == nil && err == nil {
			s, ended, err = p.tag()
		}
		if err != nil {
			return nil, err
		}
		if s != nil {
			p.pending = append(p.pending, s)
		}
	}
	body := slices.Clone(p.pending[first:])
	p.pending = p.pending[:first]
	return body, nil
}

// data parses text between tags or {{ value }}. It returns nil at a tag.
func (p *parser) data() (stmt, error) {
	switch p.token.kind {
	case tokenData:
		s := p.dataNodes.take()
		*s = dataStmt{p.token.text, p.token.pos}
		return s, p.advance()
	case tokenVariableBegin:
		return p.printed()
	default:
		return nil, nil //nolint:nilnil // a tag is not an error
	}
}

// printed reads {{ value }}.
func (p *parser) printed() (stmt, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	from := p.here()
	value, err := p.tuple(tupleOptions{})
	if err != nil {
		return nil, err
	}
	s := p.printNodes.take()
	*s = printStmt{value, p.since(from)}
	_, err = p.expect(tokenVariableEnd)
	return s, err
}

// tag reads {% … %}, unless it ends the innermost open block or the template ends here.
func (p *parser) tag() (s stmt, ended bool, err error) {
	if p.token.kind == tokenEnd {
		return nil, true, nil
	}
	if err := p.advance(); err != nil {
		return nil, false, err
	}
	if p.token.kind != tokenName {
		if p.token.kind == tokenEnd {
			return nil, false, p.failEnd(tokenBlockEnd)
		}
		return nil, false, p.fail(p.token.pos, "tag name expected")
	}
	if p.atEnd() {
		return nil, true, nil
	}
	if s, err = p.statement(); err != nil {
		return nil, false, err
	}
	_, err = p.expect(tokenBlockEnd)
	return s, false, err
}

// atEnd reports whether the current token ends the innermost open block.
func (p *parser) atEnd() bool {
	if len(p.open) == 0 {
		return false
	}
	for end := range strings.SplitSeq(p.open[len(p.open)-1].ends, " ") {
		if p.token.text == end {
			return true
		}
	}
	return false
}

// body reads the rest of a block's tag and its content up to one of the ends, which it returns and skips.
func (p *parser) body(tag token, ends string) ([]stmt, string, error) {
	if _, err := p.skip(tokenColon); err != nil {
		return nil, "", err
	}
	if _, err := p.expect(tokenBlockEnd); err != nil {
		return nil, "", err
	}
	if err := p.enter(); err != nil {
		return nil, "", err
	}
	p.open = append(p.open, openTag{tag.text, tag.pos, ends})
	content, err := p.statements()
	if err != nil {
		return nil, "", err
	}
	if p.token.kind == tokenEnd {
		return nil, "", p.failOpen()
	}
	p.open = p.open[:len(p.open)-1]
	p.depth--
	end := p.token.text
	return content, end, p.advance()
}

// failOpen returns the error of a block that is not closed.
func (p *parser) failOpen() error {
	tag := p.open[len(p.open)-1]
	line, _ := lineAndColumn(p.lexer.text, tag.pos)
	wanted := strings.ReplaceAll(tag.ends, " ", " or ")
	message := fmt.Sprintf("unexpected end of template: the block %s that was opened in line %d is not closed", quoted(tag.name), line)
	return p.failHint(tag.pos, message, "expected "+wanted)
}

// scoped reads the body of a block that is a scope.
func (p *parser) scoped(tag token, ends string) ([]stmt, string, error) {
	soft := p.soft
	p.soft = 0
	content, end, err := p.body(tag, ends)
	p.soft = soft
	return content, end, err
}
