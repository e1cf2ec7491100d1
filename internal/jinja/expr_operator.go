package jinja

// binaryExpr is an operation of arithmetic.
type binaryExpr struct {
	op          tokenKind
	left, right expr
	pos         int
}

func (n *binaryExpr) position() int { return n.pos }

func (n *binaryExpr) eval(f *frame) (Value, error) {
	left, err := n.left.eval(f)
	if err != nil {
		return Value{}, err
	}
	right, err := n.right.eval(f)
	if err != nil {
		return Value{}, err
	}
	if left.IsUndefined() {
		return Value{}, f.locateUndefined(left, n.left)
	}
	if _, isFormat := left.text(); right.IsUndefined() && (!isFormat || n.op != tokenMod) {
		return Value{}, f.locateUndefined(right, n.right)
	}
	if err := f.render.step(); err != nil {
		return Value{}, f.locate(err, n.pos)
	}
	result, err := arithmetic(n.op, left, right, f.render)
	if err != nil {
		return Value{}, f.locate(err, n.pos)
	}
	return result, nil
}

// signExpr is -x or +x.
type signExpr struct {
	op      tokenKind
	operand expr
	pos     int
}

func (n *signExpr) position() int { return n.pos }

func (n *signExpr) eval(f *frame) (Value, error) {
	v, err := n.operand.eval(f)
	if err != nil {
		return Value{}, err
	}
	if v.IsUndefined() {
		return Value{}, f.locateUndefined(v, n.operand)
	}
	result, err := signed(n.op, v)
	if err != nil {
		return Value{}, f.locate(err, n.pos)
	}
	return result, nil
}

// notExpr is not x.
type notExpr struct {
	operand expr
	pos     int
}

func (n *notExpr) position() int { return n.pos }

func (n *notExpr) eval(f *frame) (Value, error) {
	v, err := n.operand.eval(f)
	if err != nil {
		return Value{}, err
	}
	return Bool(!v.Truth()), nil
}

// logicExpr is a and b, or a or b: one of the two values.
type logicExpr struct {
	or          bool
	left, right expr
}

func (n *logicExpr) position() int { return n.left.position() }

func (n *logicExpr) eval(f *frame) (Value, error) {
	left, err := n.left.eval(f)
	if err != nil || left.Truth() == n.or {
		return left, err
	}
	return n.right.eval(f)
}

// concatExpr is a ~ b ~ c.
type concatExpr struct {
	parts []expr
	pos   int
}

func (n *concatExpr) position() int { return n.pos }

// eval appends the parts to the output and removes them again, so that the text is built once.
func (n *concatExpr) eval(f *frame) (Value, error) {
	values, err := evalAll(n.parts, f)
	if err != nil {
		return Value{}, err
	}
	start := len(f.render.out)
	for i, v := range values {
		if err := f.render.emit(v); err != nil {
			return Value{}, f.locate(err, n.parts[i].position())
		}
	}
	return String(f.render.cut(start)), nil
}

// condExpr is a if test else b.
type condExpr struct {
	test, yes, no expr
}

func (n *condExpr) position() int { return n.yes.position() }

func (n *condExpr) eval(f *frame) (Value, error) {
	test, err := n.test.eval(f)
	if err != nil {
		return Value{}, err
	}
	if test.Truth() {
		return n.yes.eval(f)
	}
	return n.no.eval(f)
}
