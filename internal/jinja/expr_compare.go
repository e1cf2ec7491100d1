package jinja

// compareOp is an operator of a comparison.
type compareOp uint8

const (
	compareEq compareOp = iota
	compareNe
	compareLt
	compareLe
	compareGt
	compareGe
	compareIn
	compareNotIn
)

// compareExpr is a chain of comparisons, such as 1 < x <= 5.
type compareExpr struct {
	first expr
	steps []compareStep
	pos   int
}

type compareStep struct {
	op    compareOp
	right expr
}

func (n *compareExpr) position() int { return n.pos }

func (n *compareExpr) eval(f *frame) (Value, error) {
	left, err := n.first.eval(f)
	if err != nil {
		return Value{}, err
	}
	leftExpr := n.first
	for i := range n.steps {
		step := &n.steps[i]
		right, err := step.right.eval(f)
		if err != nil {
			return Value{}, err
		}
		holds, err := compare(step.op, left, right, f.render)
		if err != nil {
			return Value{}, f.locateOperand(err, left, leftExpr, step.right)
		}
		if !holds {
			return Bool(false), nil
		}
		left, leftExpr = right, step.right
	}
	return Bool(true), nil
}

// locateOperand points to the operand that is undefined, if one is, else to the left one.
func (f *frame) locateOperand(err error, left Value, leftExpr, rightExpr expr) error {
	if asError(err).Kind == UndefinedError && !left.IsUndefined() {
		return f.withHint(f.locate(err, rightExpr.position()), rightExpr)
	}
	return f.withHint(f.locate(err, leftExpr.position()), leftExpr)
}

func (op compareOp) String() string {
	return [...]string{"==", "!=", "<", "<=", ">", ">=", "in", "not in"}[op]
}

func compare(op compareOp, left, right Value, r *render) (bool, error) {
	c := comparer{render: r}
	switch op {
	case compareEq, compareNe:
		equal, err := c.equal(left, right)
		return equal == (op == compareEq), err
	case compareIn, compareNotIn:
		found, err := contains(left, right, r)
		return found == (op == compareIn), err
	default:
		o, err := c.order(left, right, op.String())
		return err == nil && op.holds(o), err
	}
}

// holds reports whether an operator of order accepts the result of a comparison.
func (op compareOp) holds(order int) bool {
	if order == unordered {
		return false
	}
	switch op {
	case compareLt:
		return order < 0
	case compareLe:
		return order <= 0
	case compareGt:
		return order > 0
	default:
		return order >= 0
	}
}
