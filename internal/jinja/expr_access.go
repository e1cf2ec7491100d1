package jinja

// attrExpr is object.name.
type attrExpr struct {
	object expr
	// absent is the result for a dict without the name; it contains the name.
	absent absent
	// method says that dicts have a method with the name, which takes precedence over a key.
	method bool
	pos    int32
}

func (n *attrExpr) position() int { return int(n.pos) }

func (n *attrExpr) eval(f *frame) (Value, error) {
	object, err := n.object.eval(f)
	if err != nil {
		return Value{}, err
	}
	return n.of(f, object)
}

// of returns the attribute of a value.
func (n *attrExpr) of(f *frame, object Value) (Value, error) {
	if d, ok := object.ref.(*Dict); ok && !n.method {
		if v, ok := d.Get(n.absent.name); ok {
			return v, nil
		}
		return Value{ref: &n.absent}, nil
	}
	if object.IsUndefined() {
		return Value{}, f.locateUndefined(object, n.object)
	}
	v, err := getAttr(object, n.absent.name)
	if err != nil {
		return Value{}, f.locate(err, n.position())
	}
	return v, nil
}

// itemExpr is object[key].
type itemExpr struct {
	object, key expr
	pos         int
}

func (n *itemExpr) position() int { return n.pos }

func (n *itemExpr) eval(f *frame) (Value, error) {
	object, err := n.object.eval(f)
	if err != nil {
		return Value{}, err
	}
	key, err := n.key.eval(f)
	if err != nil {
		return Value{}, err
	}
	if object.IsUndefined() {
		return Value{}, f.locateUndefined(object, n.object)
	}
	v, err := getItem(object, key, f.render)
	if err != nil {
		return Value{}, f.locate(err, n.pos)
	}
	return v, nil
}

// sliceExpr is object[start:stop:step]; omitted parts are nil.
type sliceExpr struct {
	object            expr
	start, stop, step expr
	pos               int
}

func (n *sliceExpr) position() int { return n.pos }

func (n *sliceExpr) eval(f *frame) (Value, error) {
	object, err := n.object.eval(f)
	if err != nil {
		return Value{}, err
	}
	var bounds [3]Value
	for i, e := range [...]expr{n.start, n.stop, n.step} {
		bounds[i] = None()
		if e == nil {
			continue
		}
		if bounds[i], err = e.eval(f); err != nil {
			return Value{}, err
		}
	}
	if object.IsUndefined() {
		return Value{}, f.locateUndefined(object, n.object)
	}
	v, err := slice(object, bounds, f.render)
	if err != nil {
		return Value{}, f.locate(err, n.pos)
	}
	return v, nil
}
