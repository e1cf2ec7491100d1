package jinja

// constExpr is a value that is known when the template is compiled and cannot change.
type constExpr struct {
	value Value
	pos   int
}

func (n *constExpr) position() int              { return n.pos }
func (n *constExpr) eval(*frame) (Value, error) { return n.value, nil }

// listExpr is [a, b] or, as a tuple, (a, b).
type listExpr struct {
	items []expr
	tuple bool
	pos   int
}

func (n *listExpr) position() int { return n.pos }

func (n *listExpr) eval(f *frame) (Value, error) {
	items, err := evalAll(n.items, f)
	if err != nil {
		return Value{}, err
	}
	if n.tuple {
		return NewTuple(items...), nil
	}
	return NewList(items...), nil
}

func evalAll(expressions []expr, f *frame) ([]Value, error) {
	f.render.charge(len(expressions))
	values := make([]Value, len(expressions))
	for i, e := range expressions {
		v, err := e.eval(f)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

// dictExpr is {a: b}. Its items are keys and values by turns.
type dictExpr struct {
	items []expr
	pos   int
}

func (n *dictExpr) position() int { return n.pos }

func (n *dictExpr) eval(f *frame) (Value, error) {
	values, err := evalAll(n.items, f)
	if err != nil {
		return Value{}, err
	}
	d := &Dict{entries: make([]entry, 0, len(values)/2)}
	for i := 0; i < len(values); i += 2 {
		if err := d.store(values[i], values[i+1], f.render); err != nil {
			return Value{}, f.locate(err, n.items[i].position())
		}
	}
	return DictValue(d), nil
}
