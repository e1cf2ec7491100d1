package jinja

// primary reads a name, a literal or something in brackets.
func (p *parser) primary() (expr, error) {
	t := p.token
	switch t.kind {
	case tokenName:
		if v, ok := constantNamed(t.text); ok {
			return p.constant(v, t.pos), p.advance()
		}
		return p.name(t, useLoad), p.advance()
	case tokenString:
		return p.text()
	case tokenInteger:
		v, ok := integerValue(t.text)
		if !ok {
			return nil, p.failHint(t.pos, "the number "+t.text+" is too large", "whole numbers have 64 bits here; write it as a float")
		}
		return p.constant(v, t.pos), p.advance()
	case tokenFloat:
		return p.constant(floatValue(t.text), t.pos), p.advance()
	case tokenLeftParen:
		return p.parenthesized()
	case tokenLeftBracket:
		return p.list()
	case tokenLeftBrace:
		return p.dict()
	case tokenEnd:
		return nil, p.failEnd(p.lexer.tag)
	default:
		return nil, p.fail(t.pos, "unexpected %s", quoted(t.describe()))
	}
}

func (p *parser) constant(v Value, pos int) *constExpr {
	n := p.constNodes.take()
	*n = constExpr{v, pos}
	return n
}

func constantNamed(name string) (Value, bool) {
	switch name {
	case "true", "True":
		return Bool(true), true
	case "false", "False":
		return Bool(false), true
	case "none", "None":
		return None(), true
	default:
		return Value{}, false
	}
}

// text reads a text; several after each other are one.
func (p *parser) text() (expr, error) {
	t := p.token
	for {
		if err := p.advance(); err != nil {
			return nil, err
		}
		if p.token.kind != tokenString {
			return p.constant(String(t.text), t.pos), nil
		}
		t.text += p.token.text
	}
}

func (p *parser) parenthesized() (expr, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	if err := p.advance(); err != nil {
		return nil, err
	}
	value, err := p.tuple(tupleOptions{parentheses: true})
	if err != nil {
		return nil, err
	}
	_, err = p.expect(tokenRightParen)
	return value, err
}

func (p *parser) list() (expr, error) {
	n := &listExpr{pos: p.token.pos}
	err := p.items(tokenRightBracket, func() error {
		item, err := p.expression()
		n.items = append(n.items, item)
		return err
	})
	return n, err
}

func (p *parser) dict() (expr, error) {
	n := &dictExpr{pos: p.token.pos}
	err := p.items(tokenRightBrace, func() error {
		key, err := p.expression()
		if err != nil {
			return err
		}
		if _, err := p.expect(tokenColon); err != nil {
			return err
		}
		value, err := p.expression()
		n.items = append(n.items, key, value)
		return err
	})
	return n, err
}

// items parses the content of brackets, with commas between the items and perhaps one after the last.
func (p *parser) items(closing tokenKind, item func() error) error {
	if err := p.advance(); err != nil {
		return err
	}
	for p.token.kind != closing {
		if err := item(); err != nil {
			return err
		}
		if p.token.kind == closing {
			break
		}
		if _, err := p.expect(tokenComma); err != nil {
			return err
		}
	}
	return p.advance()
}
