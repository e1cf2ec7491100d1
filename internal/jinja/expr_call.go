package jinja

// argumentList is the text between the parentheses of a call.
type argumentList struct {
	positional []expr
	named      []namedExpr
	star       expr // *list, or nil
	starStar   expr // **dict, or nil
	// constant contains the arguments if all of them are constants, so that they are evaluated only once.
	constant *Arguments
}

type namedExpr struct {
	name  string
	value expr
}

// fold evaluates the arguments at once if all of them are constants.
func (l *argumentList) fold() {
	if l.star != nil || l.starStar != nil {
		return
	}
	args := Arguments{}
	for _, e := range l.positional {
		c, ok := e.(*constExpr)
		if !ok {
			return
		}
		args.Positional = append(args.Positional, c.value)
	}
	for _, n := range l.named {
		c, ok := n.value.(*constExpr)
		if !ok {
			return
		}
		args.Named = append(args.Named, NamedArgument{n.name, c.value})
	}
	l.constant = &args
}

// isOne reports whether there is one argument, passed by position.
func (l *argumentList) isOne() bool {
	return l != nil && len(l.positional) == 1 && l.named == nil && l.star == nil && l.starStar == nil
}

// eval works the arguments out. Without a list there are none.
func (l *argumentList) eval(f *frame) (Arguments, error) {
	if l == nil {
		return Arguments{render: f.render}, nil
	}
	if l.constant != nil {
		return Arguments{Positional: l.constant.Positional, Named: l.constant.Named, render: f.render}, nil
	}
	args := Arguments{render: f.render}
	var err error
	if args.Positional, err = evalAll(l.positional, f); err != nil {
		return args, err
	}
	for _, n := range l.named {
		v, err := n.value.eval(f)
		if err != nil {
			return args, err
		}
		args.Named = append(args.Named, NamedArgument{n.name, v})
	}
	if l.star != nil {
		if err := l.spread(f, &args); err != nil {
			return args, err
		}
	}
	if l.starStar != nil {
		err = l.spreadNamed(f, &args)
	}
	return args, err
}

// spread adds the items of *list.
func (l *argumentList) spread(f *frame, args *Arguments) error {
	v, err := l.star.eval(f)
	if err != nil {
		return err
	}
	items, err := collect(v, f.render)
	if err != nil {
		return f.locate(err, l.star.position())
	}
	args.Positional = append(args.Positional, items...)
	return nil
}

// spreadNamed adds the entries of **dict.
func (l *argumentList) spreadNamed(f *frame, args *Arguments) error {
	v, err := l.starStar.eval(f)
	if err != nil {
		return err
	}
	d, ok := v.ref.(*Dict)
	if !ok {
		return f.locate(typeError("argument after ** must be a mapping, not %s", v.typeName()), l.starStar.position())
	}
	for _, e := range d.all() {
		name, ok := e.key.text()
		if !ok {
			return f.locate(typeError("keywords must be strings"), l.starStar.position())
		}
		if args.has(name) {
			return f.locate(typeError("got multiple values for keyword argument %s", quoted(name)), l.starStar.position())
		}
		args.Named = append(args.Named, NamedArgument{name, e.value.forced()})
	}
	return nil
}

// callExpr is callee(args).
type callExpr struct {
	callee expr
	args   *argumentList
	pos    int
}

func (n *callExpr) position() int { return n.callee.position() }

func (n *callExpr) eval(f *frame) (Value, error) { return n.evalWith(f, nil) }

// evalWith evaluates the call with a further named argument, which a call block passes.
func (n *callExpr) evalWith(f *frame, extra *NamedArgument) (Value, error) {
	if attr, ok := n.callee.(*attrExpr); ok {
		return n.evalMethod(f, attr, extra)
	}
	callee, err := n.callee.eval(f)
	if err != nil {
		return Value{}, err
	}
	return n.call(f, callee, extra)
}

// evalMethod calls a method without making a value of it first.
func (n *callExpr) evalMethod(f *frame, attr *attrExpr, extra *NamedArgument) (Value, error) {
	object, err := attr.object.eval(f)
	if err != nil {
		return Value{}, err
	}
	if l, ok := object.ref.(*list); ok && extra == nil && attr.absent.name == "append" && n.args.isOne() {
		return n.evalAppend(f, l)
	}
	m := findMethod(object, attr.absent.name)
	if m == nil || extra != nil {
		callee, err := attr.of(f, object)
		if err != nil {
			return Value{}, err
		}
		return n.call(f, callee, extra)
	}
	args, err := n.args.eval(f)
	if err != nil {
		return Value{}, err
	}
	args.Function = attr.absent.name
	if err := f.render.step(); err != nil {
		return Value{}, f.locate(err, n.pos)
	}
	result, err := m.apply(object, args)
	return n.result(f, result, err)
}

// evalAppend appends to a list. Templates do it for every column of a node, so it does not create arguments.
func (n *callExpr) evalAppend(f *frame, l *list) (Value, error) {
	f.render.charge(1)
	v, err := n.args.positional[0].eval(f)
	if err != nil {
		return Value{}, err
	}
	if err := f.render.step(); err != nil {
		return Value{}, f.locate(err, n.pos)
	}
	if size := v.textSize(); size >= textPerStep {
		err = f.render.spend(size / textPerStep)
	}
	if err == nil {
		err = l.change()
	}
	if err != nil {
		return Value{}, f.locate(err, n.position())
	}
	l.add(v)
	return None(), nil
}

func (n *callExpr) call(f *frame, callee Value, extra *NamedArgument) (Value, error) {
	if copiesArguments(callee) && extra == nil && n.args.isPlain() {
		return n.callPlain(f, callee)
	}
	args, err := n.args.eval(f)
	if err != nil {
		return Value{}, err
	}
	if extra != nil {
		args.Named = append(args.Named, *extra)
	}
	if callee.IsUndefined() {
		return Value{}, f.locateUndefined(callee, n.callee)
	}
	if err := f.render.step(); err != nil {
		return Value{}, f.locate(err, n.pos)
	}
	result, err := invoke(callee, args)
	return n.result(f, result, err)
}

func (n *callExpr) result(f *frame, v Value, err error) (Value, error) {
	if err != nil {
		return Value{}, f.locate(err, n.position())
	}
	if v = v.forced(); v.ref == nil {
		v = undefinedBecause("the result of a call is undefined")
	}
	return v, nil
}

// invoke calls a value.
func invoke(callee Value, args Arguments) (Value, error) {
	c, ok := callee.ref.(caller)
	if !ok {
		return Value{}, typeError("%s object is not callable", quoted(callee.typeName()))
	}
	return c.call(args)
}
