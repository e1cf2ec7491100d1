package jinja

// setStmt is {% set target = value %}.
type setStmt struct {
	target  target
	value   expr
	targets span
	uses    span
}

func (s *setStmt) declare(sc *scope) {
	sc.declareAll(s.uses)
	sc.declareAll(s.targets)
}

func (s *setStmt) resolve(sc *scope) {
	sc.resolveAll(s.uses)
	sc.resolveAll(s.targets)
}

func (s *setStmt) exec(f *frame) error {
	if err := s.target.check(f); err != nil {
		return err
	}
	v, err := s.value.eval(f)
	if err != nil {
		return err
	}
	return s.target.assign(f, v)
}

// blockFilter is a chain of filters over the output of a block.
type blockFilter struct {
	chain []*filterExpr
	uses  span
}

func (b *blockFilter) apply(f *frame, text string) (Value, error) {
	v := String(text)
	for _, filter := range b.chain {
		var err error
		if v, err = filter.apply(f, v); err != nil {
			return Value{}, err
		}
	}
	return v, nil
}

// setBlockStmt is {% set target | filter %}…{% endset %}.
type setBlockStmt struct {
	target  target
	targets span
	filter  blockFilter
	block   block
}

func (s *setBlockStmt) declare(sc *scope) { sc.declareAll(s.targets) }

func (s *setBlockStmt) resolve(sc *scope) {
	sc.resolveAll(s.targets)
	resolveFiltered(&s.block, s.filter.uses, sc)
}

func resolveFiltered(b *block, filter span, sc *scope) {
	inner := sc.inner()
	declareBody(b.body, inner)
	inner.declareAll(filter)
	b.finish(inner)
	inner.resolveAll(filter)
}

func (s *setBlockStmt) exec(f *frame) error {
	v, err := execFiltered(f, &s.block, &s.filter)
	if err != nil {
		return err
	}
	return s.target.assign(f, v)
}

// execFiltered returns the output of a block, filtered in the scope of the block.
func execFiltered(f *frame, b *block, filter *blockFilter) (Value, error) {
	f.enter(b.inits)
	text, err := f.capture(b.body)
	if err != nil {
		f.leave(b.slots)
		return Value{}, err
	}
	v, err := filter.apply(f, text)
	f.leave(b.slots)
	return v, err
}

// filterStmt is {% filter name %}…{% endfilter %}.
type filterStmt struct {
	filter blockFilter
	block  block
}

func (s *filterStmt) declare(sc *scope) { sc.declareAll(s.filter.uses) }
func (s *filterStmt) resolve(sc *scope) { resolveFiltered(&s.block, s.filter.uses, sc) }

func (s *filterStmt) exec(f *frame) error {
	v, err := execFiltered(f, &s.block, &s.filter)
	if err != nil {
		return err
	}
	if err := f.render.emit(v); err != nil {
		return f.locate(err, s.filter.chain[0].pos)
	}
	return nil
}

// withStmt is {% with a = 1, b = 2 %}…{% endwith %}. The values see the names outside.
type withStmt struct {
	targets     []target
	targetNames []span
	values      []expr
	valueNames  []span
	block       block
}

func (s *withStmt) declare(sc *scope) {
	for _, names := range s.valueNames {
		sc.declareAll(names)
	}
}

func (s *withStmt) resolve(sc *scope) {
	inner := sc.inner()
	for i := range s.values {
		sc.resolveAll(s.valueNames[i])
		inner.paramsOf(s.targetNames[i])
	}
	declareBody(s.block.body, inner)
	for _, names := range s.targetNames {
		inner.resolveAll(names)
	}
	s.block.finish(inner)
}

func (s *withStmt) exec(f *frame) error {
	f.enter(s.block.inits)
	for i, value := range s.values {
		v, err := value.eval(f)
		if err != nil {
			return err
		}
		if err := s.targets[i].assign(f, v); err != nil {
			return err
		}
	}
	err := f.exec(s.block.body)
	f.leave(s.block.slots)
	return err
}
