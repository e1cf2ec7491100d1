package jinja

// From loose to tight: a if b else c · or · and · not · comparisons · + - · ~ · * / // % · ** · unary - + · postfix ·
// filters and tests.

type tupleOptions struct {
	noCondition bool // a if b is not part of it
	parentheses bool // an empty list is an empty tuple
}

// tuple parses an expression, or several with commas between them, which form a tuple.
func (p *parser) tuple(o tupleOptions) (expr, error) {
	pos := p.token.pos
	if p.atTupleEnd() {
		if o.parentheses {
			return &listExpr{tuple: true, pos: pos}, nil
		}
		return nil, p.fail(pos, "expected an expression, got %s", quoted(p.token.describe()))
	}
	first, err := p.tupleItem(o)
	if err != nil || p.token.kind != tokenComma {
		return first, err
	}
	t := &listExpr{items: []expr{first}, tuple: true, pos: pos}
	for p.token.kind == tokenComma {
		if err := p.advance(); err != nil {
			return nil, err
		}
		if p.atTupleEnd() {
			break
		}
		item, err := p.tupleItem(o)
		if err != nil {
			return nil, err
		}
		t.items = append(t.items, item)
	}
	return t, nil
}

func (p *parser) tupleItem(o tupleOptions) (expr, error) {
	if o.noCondition {
		return p.or()
	}
	return p.expression()
}

func (p *parser) atTupleEnd() bool {
	switch p.token.kind {
	case tokenVariableEnd, tokenBlockEnd, tokenRightParen:
		return true
	default:
		return false
	}
}

// expression reads a if b else c.
func (p *parser) expression() (expr, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	unknown := len(p.unknown)
	value, err := p.or()
	if err != nil {
		return nil, err
	}
	for n := 0; p.token.is("if"); n++ {
		if err := p.chain(n); err != nil {
			return nil, err
		}
		if value, err = p.condition(value); err != nil {
			return nil, err
		}
		for i := unknown; i < len(p.unknown); i++ {
			p.unknown[i].soft = true
		}
	}
	return value, nil
}

func (p *parser) condition(yes expr) (expr, error) {
	n := &condExpr{yes: yes}
	if err := p.advance(); err != nil {
		return nil, err
	}
	var err error
	if n.test, err = p.or(); err != nil {
		return nil, err
	}
	otherwise, err := p.skipName("else")
	if err != nil {
		return nil, err
	}
	if otherwise {
		n.no, err = p.expression()
		return n, err
	}
	if p.noElse == nil {
		p.noElse = &constExpr{value: undefinedBecause("the inline if-expression evaluated to false and no else section was defined.")}
	}
	n.no = p.noElse
	return n, nil
}

func (p *parser) or() (expr, error) {
	left, err := p.and()
	for n := 0; err == nil && p.token.is("or"); n++ {
		left, err = p.logic(left, n, true, p.and)
	}
	return left, err
}

func (p *parser) and() (expr, error) {
	left, err := p.not()
	for n := 0; err == nil && p.token.is("and"); n++ {
		left, err = p.logic(left, n, false, p.not)
	}
	return left, err
}

func (p *parser) logic(left expr, n int, or bool, operand func() (expr, error)) (expr, error) {
	if err := p.chain(n); err != nil {
		return nil, err
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	right, err := operand()
	return &logicExpr{or, left, right}, err
}

func (p *parser) not() (expr, error) {
	if !p.token.is("not") {
		return p.comparison()
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	pos := p.token.pos
	if err := p.advance(); err != nil {
		return nil, err
	}
	operand, err := p.not()
	return &notExpr{operand, pos}, err
}

func (p *parser) comparison() (expr, error) {
	first, err := p.sum()
	if err != nil {
		return nil, err
	}
	op, found, err := p.comparisonOperator()
	if err != nil || !found {
		return first, err
	}
	n := &compareExpr{first: first, pos: first.position()}
	for found {
		right, err := p.sum()
		if err != nil {
			return nil, err
		}
		n.steps = append(n.steps, compareStep{op, right})
		if op, found, err = p.comparisonOperator(); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// comparisonOperator skips an operator of comparison, if there is one.
func (p *parser) comparisonOperator() (op compareOp, found bool, err error) {
	switch {
	case p.token.kind >= tokenEq && p.token.kind <= tokenGe:
		op = compareOp(p.token.kind - tokenEq)
	case p.token.is("in"):
		op = compareIn
	case p.token.is("not"):
		next, err := p.look()
		if err != nil || !next.is("in") {
			return 0, false, err
		}
		if err := p.advance(); err != nil {
			return 0, false, err
		}
		op = compareNotIn
	default:
		return 0, false, nil
	}
	return op, true, p.advance()
}

// sum reads + and -.
func (p *parser) sum() (expr, error) {
	left, err := p.concatenation()
	for n := 0; err == nil && (p.token.kind == tokenAdd || p.token.kind == tokenSub); n++ {
		left, err = p.binary(left, n, p.concatenation)
	}
	return left, err
}

func (p *parser) concatenation() (expr, error) {
	first, err := p.product()
	if err != nil || p.token.kind != tokenTilde {
		return first, err
	}
	n := &concatExpr{parts: []expr{first}, pos: first.position()}
	for p.token.kind == tokenTilde {
		if err := p.advance(); err != nil {
			return nil, err
		}
		part, err := p.product()
		if err != nil {
			return nil, err
		}
		n.parts = append(n.parts, part)
	}
	return n, nil
}

// product reads *, /, // and %.
func (p *parser) product() (expr, error) {
	left, err := p.power()
	for n := 0; err == nil && p.token.kind >= tokenMul && p.token.kind <= tokenMod; n++ {
		left, err = p.binary(left, n, p.power)
	}
	return left, err
}

// power reads **, which groups to the left here, as in Jinja2.
func (p *parser) power() (expr, error) {
	left, err := p.unary(true)
	for n := 0; err == nil && p.token.kind == tokenPow; n++ {
		left, err = p.binary(left, n, func() (expr, error) { return p.unary(true) })
	}
	return left, err
}

func (p *parser) binary(left expr, n int, operand func() (expr, error)) (expr, error) {
	if err := p.chain(n); err != nil {
		return nil, err
	}
	op := p.token
	if err := p.advance(); err != nil {
		return nil, err
	}
	right, err := operand()
	return &binaryExpr{op.kind, left, right, op.pos}, err
}

// unary parses signs, and filters and tests unless the outer sign has them.
func (p *parser) unary(filters bool) (expr, error) {
	var value expr
	var err error
	if p.token.kind == tokenSub || p.token.kind == tokenAdd {
		value, err = p.sign()
	} else {
		value, err = p.primary()
	}
	if err == nil {
		value, err = p.postfix(value)
	}
	if err == nil && filters {
		value, err = p.filters(value)
	}
	return value, err
}

func (p *parser) sign() (expr, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	op := p.token
	if err := p.advance(); err != nil {
		return nil, err
	}
	operand, err := p.unary(false)
	return &signExpr{op.kind, operand, op.pos}, err
}
