package jinja

// postfix reads attributes, items and calls.
func (p *parser) postfix(value expr) (expr, error) {
	for n := 0; ; n++ {
		if err := p.chain(n); err != nil {
			return nil, err
		}
		var err error
		switch p.token.kind {
		case tokenDot:
			value, err = p.attribute(value)
		case tokenLeftBracket:
			value, err = p.subscript(value)
		case tokenLeftParen:
			value, err = p.call(value)
		default:
			return value, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// attribute reads .name or .0.
func (p *parser) attribute(object expr) (expr, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	t := p.token
	switch t.kind {
	case tokenName:
		n := p.attrNodes.take()
		n.object, n.absent, n.method = object, absent{t.text, "dict object", absentAttribute}, dictMethods[t.text] != nil
		n.pos = int32(t.pos) //nolint:gosec // see maxText
		return n, p.advance()
	case tokenInteger:
		key, err := p.primary()
		return &itemExpr{object, key, t.pos}, err
	case tokenEnd:
		return nil, p.failEnd(tokenName)
	default:
		return nil, p.fail(t.pos, "expected name or number")
	}
}

// subscript reads [key], [a:b:c] or [a, b], which is a tuple as key.
func (p *parser) subscript(object expr) (expr, error) {
	pos := p.token.pos
	if err := p.advance(); err != nil {
		return nil, err
	}
	key := &listExpr{tuple: true, pos: pos}
	for p.token.kind != tokenRightBracket {
		if len(key.items) > 0 {
			if _, err := p.expect(tokenComma); err != nil {
				return nil, err
			}
		}
		bounds, isSlice, err := p.bounds()
		if err != nil {
			return nil, err
		}
		if isSlice {
			_, err := p.expect(tokenRightBracket)
			return &sliceExpr{object: object, start: bounds[0], stop: bounds[1], step: bounds[2], pos: pos}, err
		}
		key.items = append(key.items, bounds[0])
	}
	if len(key.items) == 1 {
		return &itemExpr{object, key.items[0], pos}, p.advance()
	}
	return &itemExpr{object, key, pos}, p.advance()
}

// bounds reads a key, or the bounds of a slice.
func (p *parser) bounds() (bounds [3]expr, isSlice bool, err error) {
	for i := range bounds {
		if p.token.kind != tokenColon && p.token.kind != tokenRightBracket && p.token.kind != tokenComma {
			if bounds[i], err = p.expression(); err != nil {
				return bounds, isSlice, err
			}
		}
		if i == 2 || p.token.kind != tokenColon {
			break
		}
		isSlice = true
		if err := p.advance(); err != nil {
			return bounds, isSlice, err
		}
	}
	if bounds[0] == nil && !isSlice {
		return bounds, isSlice, p.fail(p.token.pos, "expected subscript expression")
	}
	return bounds, isSlice, nil
}

func (p *parser) call(callee expr) (expr, error) {
	n := &callExpr{callee: callee, pos: p.token.pos}
	var err error
	n.args, err = p.arguments()
	return n, err
}

// arguments reads (a, b, name=c, *list, **dict); without any the list is nil.
func (p *parser) arguments() (*argumentList, error) {
	next, err := p.look()
	if err != nil {
		return nil, err
	}
	if next.kind == tokenRightParen {
		if err := p.advance(); err != nil {
			return nil, err
		}
		return nil, p.advance()
	}
	list := &argumentList{}
	if err := p.items(tokenRightParen, func() error { return p.argument(list) }); err != nil {
		return nil, err
	}
	list.fold()
	return list, nil
}

func (p *parser) argument(list *argumentList) error {
	pos := p.token.pos
	switch p.token.kind {
	case tokenMul:
		return p.starArgument(&list.star, list.star == nil && list.starStar == nil)
	case tokenPow:
		return p.starArgument(&list.starStar, list.starStar == nil)
	case tokenName:
		next, err := p.look()
		if err != nil {
			return err
		}
		if next.kind == tokenAssign {
			return p.namedArgument(list)
		}
	default:
	}
	if list.star != nil || list.starStar != nil || list.named != nil {
		return p.fail(pos, "invalid syntax for function call expression: positional argument follows others")
	}
	value, err := p.expression()
	list.positional = append(list.positional, value)
	return err
}

func (p *parser) starArgument(to *expr, allowed bool) error {
	if !allowed {
		return p.fail(p.token.pos, "invalid syntax for function call expression")
	}
	if err := p.advance(); err != nil {
		return err
	}
	var err error
	*to, err = p.expression()
	return err
}

func (p *parser) namedArgument(list *argumentList) error {
	name := p.token
	if list.starStar != nil {
		return p.fail(name.pos, "invalid syntax for function call expression: named argument follows **")
	}
	for _, n := range list.named {
		if n.name == name.text {
			return p.fail(name.pos, "keyword argument repeated: %s", name.text)
		}
	}
	if err := p.advance(); err != nil {
		return err
	}
	if err := p.advance(); err != nil {
		return err
	}
	value, err := p.expression()
	list.named = append(list.named, namedExpr{name.text, value})
	return err
}
