package jinja

// forStmt is {% for target in sequence if test recursive %}…{% else %}…{% endfor %}.
type forStmt struct {
	target    target
	targets   span
	sequence  expr
	uses      span // of the sequence
	test      *loopTest
	block     block
	body      span  // all names in the body
	loopSlot  int32 // of the variable loop, or -1 when the body does not use it
	otherwise block
	// recursive loops are functions: then slots is their number of variables.
	recursive bool
	slots     int
}

// loopTest is the condition of a loop. It is a separate function, because reading ahead must not change the variables
// of the current iteration.
type loopTest struct {
	target  target
	targets span
	test    expr
	uses    span
	inits   []slotInit
	slots   int
}

func (s *forStmt) declare(sc *scope) { sc.declareAll(s.uses) }

func (s *forStmt) resolve(sc *scope) {
	sc.resolveAll(s.uses)
	if s.recursive {
		sc.fn.keepsFrame = true
		sc = sc.function()
	}
	if s.test != nil {
		s.test.resolve(sc)
	}
	inner := sc.inner()
	s.loopSlot = -1
	if id, used := sc.compilation.uses(s.body, "loop"); used || s.recursive {
		s.loopSlot = inner.param(id)
		sc.fn.keepsFrame = sc.fn.keepsFrame || s.test != nil // a template may keep the variable loop, which reads ahead
	}
	inner.paramsOf(s.targets)
	declareBody(s.block.body, inner)
	inner.resolveAll(s.targets)
	s.block.finish(inner)
	s.otherwise.resolveIn(sc.inner())
	s.slots = len(sc.fn.slots)
}

func (t *loopTest) resolve(sc *scope) {
	inner := sc.function()
	inner.paramsOf(t.targets)
	inner.declareAll(t.uses)
	inner.resolveAll(t.targets)
	inner.resolveAll(t.uses)
	t.inits, t.slots = inner.inits(), len(inner.fn.slots)
}

func (s *forStmt) exec(f *frame) error {
	sequence, err := s.sequence.eval(f)
	if err != nil {
		return err
	}
	if s.recursive {
		return s.recurse(f, sequence, 0)
	}
	return s.run(f, sequence, loopOptions{})
}

// recurse runs the loop as a function.
func (s *forStmt) recurse(outer *frame, sequence Value, depth int) error {
	if err := outer.render.descend(); err != nil {
		return outer.locate(err, s.sequence.position())
	}
	defer outer.render.ascend()
	f := outer.inner(s.slots)
	again := func(inner Value, depth int) (Value, error) {
		start := len(outer.render.out)
		if err := s.recurse(outer, inner, depth); err != nil {
			return Value{}, err
		}
		return String(outer.render.cut(start)), nil
	}
	return s.run(f, sequence, loopOptions{again: again, depth: depth})
}

type loopOptions struct {
	again func(Value, int) (Value, error)
	depth int
}

func (s *forStmt) run(f *frame, sequence Value, o loopOptions) error {
	it, err := iterate(sequence)
	if err != nil {
		return f.locate(err, s.sequence.position())
	}
	if s.test != nil {
		it = s.test.filter(f, it)
		sequence = Value{}
	}
	var state *loop
	if s.loopSlot >= 0 {
		state = &loop{sequence: sequence, source: it, again: o.again, depth: o.depth, index: -1, render: f.render}
		it = state
	}
	completed, err := s.rounds(f, it, state)
	if err != nil {
		return err
	}
	f.leave(s.block.slots)
	if completed || s.otherwise.body == nil {
		return nil
	}
	f.enter(s.otherwise.inits)
	err = f.exec(s.otherwise.body)
	f.leave(s.otherwise.slots)
	return err
}

// rounds runs the body for each item. It reports whether any iteration ended without {% break %} and {% continue %}: as in
// Jinja2, the else of the loop runs if none did.
func (s *forStmt) rounds(f *frame, it iterator, state *loop) (completed bool, err error) {
	for {
		if err := f.render.step(); err != nil {
			return completed, f.locate(err, s.sequence.position())
		}
		item, ok, err := it.next()
		if err != nil {
			return completed, f.locate(err, s.sequence.position())
		}
		if !ok {
			return completed, nil
		}
		if err := s.target.assign(f, item); err != nil {
			return completed, err
		}
		if state != nil {
			f.slots[s.loopSlot] = Value{ref: state}
		}
		f.enter(s.block.inits)
		switch err := f.exec(s.block.body); {
		case err == nil:
			completed = true
		case err == error(loopExitError{isBreak: true}): //nolint:errorlint // never wrapped, and errors.Is is slow in a loop
			return completed, nil
		case err != error(loopExitError{}): //nolint:errorlint // as above
			return completed, err
		}
	}
}

// filter returns the items for which the test is true.
func (t *loopTest) filter(outer *frame, source iterator) iterator {
	f := outer.inner(t.slots)
	f.enter(t.inits)
	return &testedItems{test: t, frame: f, source: source}
}

type testedItems struct {
	test   *loopTest
	frame  *frame
	source iterator
}

func (it *testedItems) next() (Value, bool, error) {
	f := it.frame
	for {
		if err := f.render.step(); err != nil {
			return Value{}, false, err
		}
		item, ok, err := it.source.next()
		if err != nil || !ok {
			return Value{}, false, err
		}
		if err := it.test.target.assign(f, item); err != nil {
			return Value{}, false, err
		}
		holds, err := it.test.test.eval(f)
		if err != nil {
			return Value{}, false, err
		}
		if holds.Truth() {
			return rebuilt(it.test.target, f, item), true, nil
		}
	}
}

// rebuilt returns the item as the targets contain it: unpacked values become a tuple again, as in Jinja2.
func rebuilt(t target, f *frame, item Value) Value {
	switch t := t.(type) {
	case *nameExpr:
		return f.load(t.slotRef, t.absent.name)
	case *tupleTarget:
		items := make([]Value, len(t.items))
		for i, part := range t.items {
			items[i] = rebuilt(part, f, Value{})
		}
		return NewTuple(items...)
	default:
		return item
	}
}
