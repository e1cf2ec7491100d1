package jinja

// isPlain reports whether the arguments must be evaluated and there is no *list and no **dict.
func (l *argumentList) isPlain() bool {
	return l != nil && l.constant == nil && l.star == nil && l.starStar == nil
}

// evalPlain evaluates plain arguments into the workspace of the render.
func (l *argumentList) evalPlain(f *frame) error {
	work := f.render.work
	f.render.charge(len(l.positional))
	for _, e := range l.positional {
		v, err := e.eval(f)
		if err != nil {
			return err
		}
		work.values = append(work.values, v)
	}
	for i := range l.named {
		v, err := l.named[i].value.eval(f)
		if err != nil {
			return err
		}
		work.named = append(work.named, NamedArgument{l.named[i].name, v})
	}
	return nil
}

// copiesArguments reports whether a call of the value keeps no reference to the list of its arguments.
func copiesArguments(callee Value) bool {
	switch callee.ref.(type) {
	case *macro, *function:
		return true
	default:
		return false
	}
}

// callPlain calls a value that copies its arguments. They are in the workspace until the call has ended, so that they need no memory
// of their own.
func (n *callExpr) callPlain(f *frame, callee Value) (Value, error) {
	work := f.render.work
	values, named := len(work.values), len(work.named)
	defer func() { work.drop(values, named) }()
	if err := n.args.evalPlain(f); err != nil {
		return Value{}, err
	}
	if err := f.render.step(); err != nil {
		return Value{}, f.locate(err, n.pos)
	}
	args := work.arguments(values, named)
	args.render = f.render
	result, err := invoke(callee, args)
	return n.result(f, result, err)
}

// evalForMacro is eval for a macro, which copies its arguments before anything else is evaluated.
func (l *argumentList) evalForMacro(f *frame) (Arguments, error) {
	if !l.isPlain() {
		return l.eval(f)
	}
	work := f.render.work
	values, named := len(work.values), len(work.named)
	defer func() { work.drop(values, named) }()
	if err := l.evalPlain(f); err != nil {
		return Arguments{}, err
	}
	args := work.arguments(values, named)
	args.render = f.render
	return args, nil
}
