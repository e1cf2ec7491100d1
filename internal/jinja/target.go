package jinja

// target is the left side of set, for and with.
type target interface {
	assign(f *frame, v Value) error
	// check is called before the value is worked out.
	check(f *frame) error
}

func (n *nameExpr) check(*frame) error { return nil }

func (n *nameExpr) assign(f *frame, v Value) error {
	f.store(n, v)
	return nil
}

// tupleTarget unpacks a sequence.
type tupleTarget struct {
	items []target
	pos   int
}

func (t *tupleTarget) check(f *frame) error {
	for _, item := range t.items {
		if err := item.check(f); err != nil {
			return err
		}
	}
	return nil
}

func (t *tupleTarget) assign(f *frame, v Value) error {
	items := sequence(v)
	if items == nil {
		if !isIterable(v) {
			return f.locate(typeError("cannot unpack non-iterable %s object", v.typeName()), t.pos)
		}
		var err error
		if items, err = collect(v, f.render); err != nil {
			return f.locate(err, t.pos)
		}
	}
	if len(items) > len(t.items) {
		return f.locate(valueError("too many values to unpack (expected %d)", len(t.items)), t.pos)
	}
	if len(items) < len(t.items) {
		return f.locate(valueError("not enough values to unpack (expected %d, got %d)", len(t.items), len(items)), t.pos)
	}
	for i, item := range t.items {
		if err := item.assign(f, items[i].forced()); err != nil {
			return err
		}
	}
	return nil
}

// namespaceTarget is the attribute of a namespace.
type namespaceTarget struct {
	object *nameExpr
	name   string
}

func (t *namespaceTarget) namespace(f *frame) (*namespace, error) {
	v := f.load(t.object.slotRef, t.object.absent.name)
	n, ok := v.ref.(*namespace)
	if !ok {
		return nil, f.locate(&Error{
			Kind: RuntimeError, Message: "cannot assign attribute on non-namespace object",
			Hint: "make it with {% set " + t.object.absent.name + " = namespace() %}",
		}, t.object.position())
	}
	return n, nil
}

func (t *namespaceTarget) check(f *frame) error {
	_, err := t.namespace(f)
	return err
}

func (t *namespaceTarget) assign(f *frame, v Value) error {
	n, err := t.namespace(f)
	if err != nil {
		return err
	}
	n.values.Set(t.name, v)
	return nil
}
