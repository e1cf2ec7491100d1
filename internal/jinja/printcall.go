package jinja

// print writes the value of an expression to the output; at is the position of the tag. A macro writes its text there
// itself, because macros that print macros would copy the same text at every level.
func (f *frame) print(e expr, at int) error {
	switch n := e.(type) {
	case *condExpr:
		test, err := n.test.eval(f)
		if err != nil {
			return err
		}
		if test.Truth() {
			return f.print(n.yes, at)
		}
		return f.print(n.no, at)
	case *callExpr:
		if name, ok := n.callee.(*nameExpr); ok {
			return f.printCall(n, name, at)
		}
	}
	v, err := e.eval(f)
	if err != nil {
		return err
	}
	return f.printValue(v, at)
}

func (f *frame) printValue(v Value, at int) error {
	f.render.trace.add(f, at, 0)
	if err := f.render.emit(v); err != nil {
		return f.locate(err, at)
	}
	return nil
}

// printCall writes the result of a call.
func (f *frame) printCall(n *callExpr, name *nameExpr, at int) error {
	callee, err := name.eval(f)
	if err != nil {
		return err
	}
	m, isMacro := callee.ref.(*macro)
	if !isMacro || m.frame.render != f.render {
		v, err := n.call(f, callee, nil)
		if err != nil {
			return err
		}
		return f.printValue(v, at)
	}
	args, err := n.args.evalForMacro(f)
	if err != nil {
		return err
	}
	if err := f.render.step(); err != nil {
		return f.locate(err, n.pos)
	}
	start := len(f.render.out)
	returned, isReturn, err := m.write(args)
	switch {
	case err != nil:
		return f.locate(err, n.position())
	case isReturn:
		v, err := n.result(f, returned, nil)
		if err != nil {
			return err
		}
		return f.printValue(v, at)
	}
	if most := f.render.limits.Output; len(f.render.out) > most {
		return f.locate(outputError(most), at)
	}
	f.render.charge((len(f.render.out) - start) / textPerStep)
	f.render.trace.replace(f, at, start)
	return nil
}
