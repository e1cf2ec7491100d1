package jinja

import "strings"

// filters reads filters, tests and calls after a value.
func (p *parser) filters(value expr) (expr, error) {
	for n := 0; ; n++ {
		if err := p.chain(n); err != nil {
			return nil, err
		}
		var err error
		switch {
		case p.token.kind == tokenPipe:
			if err = p.advance(); err == nil {
				value, err = p.filter(value)
			}
		case p.token.is("is"):
			value, err = p.test(value)
		case p.token.kind == tokenLeftParen:
			value, err = p.call(value)
		default:
			return value, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// filter reads name(args).
func (p *parser) filter(input expr) (*filterExpr, error) {
	pos := p.token.pos
	name, err := p.dottedName()
	if err != nil {
		return nil, err
	}
	n := &filterExpr{input: input, name: name, filter: p.env.filters[name], pos: pos}
	if n.filter == nil {
		p.unknown = append(p.unknown, unknownName{name: name, pos: pos, soft: p.soft > 0})
	}
	if p.token.kind == tokenLeftParen {
		n.args, err = p.arguments()
	}
	return n, err
}

// dottedName reads a name, perhaps with dots in it.
func (p *parser) dottedName() (string, error) {
	first, err := p.expect(tokenName)
	if err != nil || p.token.kind != tokenDot {
		return first.text, err
	}
	words := []string{first.text}
	for p.token.kind == tokenDot {
		if err := p.advance(); err != nil {
			return "", err
		}
		word, err := p.expect(tokenName)
		if err != nil {
			return "", err
		}
		words = append(words, word.text)
	}
	return strings.Join(words, "."), nil
}

// test reads is [not] name [args].
func (p *parser) test(input expr) (expr, error) {
	pos := p.token.pos
	if err := p.advance(); err != nil {
		return nil, err
	}
	negated, err := p.skipName("not")
	if err != nil {
		return nil, err
	}
	n := &testExpr{input: input, pos: p.token.pos}
	if n.name, err = p.dottedName(); err != nil {
		return nil, err
	}
	if n.test = p.env.tests[n.name]; n.test == nil {
		p.unknown = append(p.unknown, unknownName{name: n.name, isTest: true, pos: n.pos, soft: p.soft > 0})
	}
	if err := p.testArguments(n); err != nil {
		return nil, err
	}
	if negated {
		return &notExpr{n, pos}, nil
	}
	return n, nil
}

// testArguments reads arguments in parentheses or a single one without.
func (p *parser) testArguments(n *testExpr) error {
	var err error
	switch p.token.kind {
	case tokenLeftParen:
		n.args, err = p.arguments()
		return err
	case tokenName:
		if p.token.is("else") || p.token.is("or") || p.token.is("and") {
			return nil
		}
		if p.token.is("is") {
			return p.fail(p.token.pos, "you cannot chain multiple tests with is")
		}
		return p.testArgument(n)
	case tokenString, tokenInteger, tokenFloat, tokenLeftBracket, tokenLeftBrace:
		return p.testArgument(n)
	default:
		return nil
	}
}

func (p *parser) testArgument(n *testExpr) error {
	argument, err := p.primary()
	if err == nil {
		argument, err = p.postfix(argument)
	}
	if err != nil {
		return err
	}
	n.args = &argumentList{positional: []expr{argument}}
	n.args.fold()
	return nil
}
