package jinja

func (p *parser) parseMacro(tag token) (stmt, error) {
	name, err := p.expect(tokenName)
	if err != nil {
		return nil, err
	}
	if isConstantName(name.text) {
		return nil, p.fail(name.pos, "can't assign to %s", quoted(name.text))
	}
	from := p.here()
	s := &macroStmt{target: p.name(name, useStore)}
	s.targets = p.since(from)
	s.definition.name = name.text
	if err := p.signature(&s.definition); err != nil {
		return nil, err
	}
	return s, p.macroBody(&s.definition, tag, "endmacro")
}

func (p *parser) parseCallBlock(tag token) (stmt, error) {
	s := &callStmt{}
	if p.token.kind == tokenLeftParen {
		if err := p.signature(&s.definition); err != nil {
			return nil, err
		}
	}
	from := p.here()
	at := p.token.pos
	callee, err := p.expression()
	if err != nil {
		return nil, err
	}
	call, ok := callee.(*callExpr)
	if !ok {
		return nil, p.fail(at, "expected call")
	}
	s.call, s.uses = call, p.since(from)
	return s, p.macroBody(&s.definition, tag, "endcall")
}

// signature reads (a, b=1).
func (p *parser) signature(d *macroDefinition) error {
	d.pos = p.token.pos
	if _, err := p.expect(tokenLeftParen); err != nil {
		return err
	}
	from := p.here()
	for p.token.kind != tokenRightParen {
		if len(d.parameters) > 0 {
			if _, err := p.expect(tokenComma); err != nil {
				return err
			}
		}
		if err := p.parameter(d); err != nil {
			return err
		}
	}
	d.names = p.since(from)
	return p.advance()
}

func (p *parser) parameter(d *macroDefinition) error {
	name, err := p.expect(tokenName)
	if err != nil {
		return err
	}
	if isConstantName(name.text) {
		return p.fail(name.pos, "can't assign to %s", quoted(name.text))
	}
	if d.parameter(name.text) >= 0 {
		return p.fail(name.pos, "duplicate argument %s in macro definition", quoted(name.text))
	}
	p.name(name, useParam)
	parameter := macroParameter{name: name.text, absent: absent{name: name.text, kind: absentParameter}}
	assigned, err := p.skip(tokenAssign)
	if err != nil {
		return err
	}
	if assigned {
		if parameter.otherwise, err = p.expression(); err != nil {
			return err
		}
	} else if last := len(d.parameters) - 1; last >= 0 && d.parameters[last].otherwise != nil {
		return p.fail(name.pos, "non-default argument follows default argument")
	}
	d.parameters = append(d.parameters, parameter)
	return nil
}

func (p *parser) macroBody(d *macroDefinition, tag token, end string) error {
	from := p.here()
	loops := p.loops
	p.loops = 0
	body, _, err := p.scoped(tag, end)
	p.loops = loops
	if err != nil {
		return err
	}
	d.body, d.bodyNames = body, p.since(from)
	i := d.parameter("caller")
	if i < 0 || d.parameters[i].otherwise != nil {
		return nil
	}
	if _, used := p.uses(d.bodyNames, "caller"); used {
		return p.failHint(d.pos, "the special argument 'caller' must be left out or be given a default", "write caller=none")
	}
	return nil
}
