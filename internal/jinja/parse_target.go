package jinja

type targetOptions struct {
	namespaces bool // attributes of namespaces may be set
	param      bool // the names are parameters of a block
}

// target parses the target of an assignment: a name, an attribute of a namespace, or several of them.
func (p *parser) target(o targetOptions) (target, span, error) {
	from := p.here()
	t, err := p.targetTuple(o)
	return t, p.since(from), err
}

func (p *parser) targetTuple(o targetOptions) (target, error) {
	pos := p.token.pos
	first, err := p.singleTarget(o)
	if err != nil || p.token.kind != tokenComma {
		return first, err
	}
	t := &tupleTarget{items: []target{first}, pos: pos}
	for p.token.kind == tokenComma {
		if err := p.advance(); err != nil {
			return nil, err
		}
		if p.atTupleEnd() {
			break
		}
		item, err := p.singleTarget(o)
		if err != nil {
			return nil, err
		}
		t.items = append(t.items, item)
	}
	return t, nil
}

func (p *parser) singleTarget(o targetOptions) (target, error) {
	switch {
	case p.token.kind == tokenLeftParen:
		return p.nestedTarget(o)
	case p.token.kind != tokenName || isConstantName(p.token.text):
		return nil, p.fail(p.token.pos, "can't assign to %s", quoted(p.token.describe()))
	}
	name := p.token
	if err := p.advance(); err != nil {
		return nil, err
	}
	if o.namespaces && p.token.kind == tokenDot {
		return p.namespaceTarget(name)
	}
	use := useStore
	if o.param {
		use = useParam
	}
	return p.name(name, use), nil
}

func (p *parser) nestedTarget(o targetOptions) (target, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	if err := p.advance(); err != nil {
		return nil, err
	}
	inner, err := p.targetTuple(targetOptions{param: o.param})
	if err != nil {
		return nil, err
	}
	_, err = p.expect(tokenRightParen)
	return inner, err
}

func (p *parser) namespaceTarget(name token) (target, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	attribute, err := p.expect(tokenName)
	return &namespaceTarget{p.name(name, useLoad), attribute.text}, err
}

// cloneTarget returns a copy of the target with its own variables.
func (p *parser) cloneTarget(t target) target {
	switch t := t.(type) {
	case *nameExpr:
		return p.name(token{tokenName, t.position(), t.absent.name}, t.use)
	case *tupleTarget:
		clone := &tupleTarget{pos: t.pos}
		for _, item := range t.items {
			clone.items = append(clone.items, p.cloneTarget(item))
		}
		return clone
	default:
		return t
	}
}

// isConstantName reports whether the name means a constant.
func isConstantName(name string) bool {
	switch name {
	case "true", "True", "false", "False", "none", "None":
		return true
	default:
		return false
	}
}
