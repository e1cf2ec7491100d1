package jinja

import (
	"fmt"
	"strings"
)

// statement parses the content of {%. The current token is the name of the tag.
func (p *parser) statement() (stmt, error) {
	tag := p.token
	if err := p.advance(); err != nil {
		return nil, err
	}
	switch tag.text {
	case "if":
		return p.parseIf(tag)
	case "for":
		return p.parseFor(tag)
	case "set":
		return p.parseSet(tag)
	case "macro":
		return p.parseMacro(tag)
	case "call":
		return p.parseCallBlock(tag)
	case "filter":
		return p.parseFilterBlock(tag)
	case "with":
		return p.parseWith(tag)
	case "do":
		return p.parseDo()
	case "print":
		return p.parsePrint()
	case "break", "continue":
		return p.parseLoopExit(tag)
	default:
		return nil, p.unknownTag(tag)
	}
}

func (p *parser) unknownTag(tag token) error {
	switch tag.text {
	case "include", "import", "from", "extends", "block":
		return p.failHint(tag.pos, quoted(tag.text)+" is not supported here", "put macros into the project's macro file")
	case "autoescape":
		return p.failHint(tag.pos, "'autoescape' is not supported here", "templates here do not produce HTML")
	}
	message := fmt.Sprintf("encountered unknown tag %s", quoted(tag.text))
	if len(p.open) == 0 {
		return p.failHint(tag.pos, message, "")
	}
	inner := p.open[len(p.open)-1]
	line, _ := lineAndColumn(p.lexer.text, inner.pos)
	hint := fmt.Sprintf("expected %s for the block %s that was opened in line %d", strings.ReplaceAll(inner.ends, " ", " or "), quoted(inner.name), line)
	return p.failHint(tag.pos, message, hint)
}

// parseIf reads from after if or elif.
func (p *parser) parseIf(tag token) (stmt, error) {
	p.soft++
	defer func() { p.soft-- }()
	s := &ifStmt{}
	for {
		from := p.here()
		test, err := p.tuple(tupleOptions{noCondition: true})
		if err != nil {
			return nil, err
		}
		uses := p.since(from)
		body, end, err := p.body(tag, "elif else endif")
		if err != nil {
			return nil, err
		}
		s.branches = append(s.branches, ifBranch{test, uses, body})
		switch end {
		case "else":
			s.otherwise, _, err = p.body(tag, "endif")
			return s, err
		case "endif":
			return s, nil
		}
	}
}

func (p *parser) parseFor(tag token) (stmt, error) {
	s := &forStmt{}
	all := p.here()
	var err error
	if s.target, s.targets, err = p.target(targetOptions{}); err != nil {
		return nil, err
	}
	if !p.token.is("in") {
		return nil, p.fail(p.token.pos, "expected token 'in', got %s", quoted(p.token.describe()))
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	from := p.here()
	if s.sequence, err = p.tuple(tupleOptions{noCondition: true}); err != nil {
		return nil, err
	}
	s.uses = p.since(from)
	if err := p.parseLoopTest(s); err != nil {
		return nil, err
	}
	if s.recursive, err = p.skipName("recursive"); err != nil {
		return nil, err
	}
	if err := p.parseLoopBodies(s, tag); err != nil {
		return nil, err
	}
	return s, p.refuseLoopTarget(p.since(all))
}

func (p *parser) parseLoopTest(s *forStmt) error {
	if found, err := p.skipName("if"); err != nil || !found {
		return err
	}
	soft := p.soft
	p.soft = 0
	defer func() { p.soft = soft }()
	test := &loopTest{}
	from := p.here()
	var err error
	if test.test, err = p.expression(); err != nil {
		return err
	}
	test.uses = p.since(from)
	from = p.here()
	test.target = p.cloneTarget(s.target)
	test.targets = p.since(from)
	s.test = test
	return nil
}

func (p *parser) parseLoopBodies(s *forStmt, tag token) error {
	from := p.here()
	outer := p.loops
	defer func() { p.loops = outer }()
	p.loops++
	body, end, err := p.scoped(tag, "endfor else")
	if err != nil {
		return err
	}
	s.block.body, s.body = body, p.since(from)
	if end != "else" {
		return nil
	}
	if p.loops = outer; s.recursive {
		p.loops = 0
	}
	s.otherwise.body, _, err = p.scoped(tag, "endfor")
	return err
}

// refuseLoopTarget rejects an assignment to the special variable loop anywhere in a for.
func (p *parser) refuseLoopTarget(names span) error {
	for _, n := range p.names[names.from:names.to] {
		if n.use == useStore && n.absent.name == "loop" {
			return p.fail(n.position(), "can't assign to special loop variable in for-loop target")
		}
	}
	return nil
}

func (p *parser) parseSet(tag token) (stmt, error) {
	target, targets, err := p.target(targetOptions{namespaces: true})
	if err != nil {
		return nil, err
	}
	if assigned, err := p.skip(tokenAssign); err != nil {
		return nil, err
	} else if assigned {
		from := p.here()
		value, err := p.tuple(tupleOptions{})
		return &setStmt{target, value, targets, p.since(from)}, err
	}
	s := &setBlockStmt{target: target, targets: targets}
	if s.filter, err = p.blockFilters(); err != nil {
		return nil, err
	}
	s.block.body, _, err = p.scoped(tag, "endset")
	return s, err
}

// blockFilters reads | name(args) | … after set.
func (p *parser) blockFilters() (blockFilter, error) {
	var b blockFilter
	from := p.here()
	for p.token.kind == tokenPipe {
		if err := p.advance(); err != nil {
			return b, err
		}
		filter, err := p.filter(nil)
		if err != nil {
			return b, err
		}
		b.chain = append(b.chain, filter)
	}
	b.uses = p.since(from)
	return b, nil
}

func (p *parser) parseFilterBlock(tag token) (stmt, error) {
	s := &filterStmt{}
	from := p.here()
	first, err := p.filter(nil)
	if err != nil {
		return nil, err
	}
	if s.filter, err = p.blockFilters(); err != nil {
		return nil, err
	}
	s.filter.chain = append([]*filterExpr{first}, s.filter.chain...)
	s.filter.uses = p.since(from)
	s.block.body, _, err = p.scoped(tag, "endfilter")
	return s, err
}

func (p *parser) parseWith(tag token) (stmt, error) {
	s := &withStmt{}
	for p.token.kind != tokenBlockEnd {
		if len(s.targets) > 0 {
			if _, err := p.expect(tokenComma); err != nil {
				return nil, err
			}
		}
		target, names, err := p.target(targetOptions{param: true})
		if err != nil {
			return nil, err
		}
		if _, err := p.expect(tokenAssign); err != nil {
			return nil, err
		}
		from := p.here()
		value, err := p.expression()
		if err != nil {
			return nil, err
		}
		s.targets, s.targetNames = append(s.targets, target), append(s.targetNames, names)
		s.values, s.valueNames = append(s.values, value), append(s.valueNames, p.since(from))
	}
	var err error
	s.block.body, _, err = p.scoped(tag, "endwith")
	return s, err
}

func (p *parser) parseDo() (stmt, error) {
	from := p.here()
	value, err := p.tuple(tupleOptions{})
	return &doStmt{value, p.since(from)}, err
}

// parsePrint reads {% print a, b %}, which prints one after another.
func (p *parser) parsePrint() (stmt, error) {
	from := p.here()
	parts := &concatExpr{pos: p.token.pos}
	for p.token.kind != tokenBlockEnd {
		if len(parts.parts) > 0 {
			if _, err := p.expect(tokenComma); err != nil {
				return nil, err
			}
		}
		value, err := p.expression()
		if err != nil {
			return nil, err
		}
		parts.parts = append(parts.parts, value)
	}
	return &printStmt{parts, p.since(from)}, nil
}
