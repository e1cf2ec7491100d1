package jinja

// generator is a lazy sequence, such as the result of map. It can be iterated once.
type generator struct {
	name   string // the filter that created it
	typ    string // Python's name of the type
	source iterator
	depth  int // how many generators are chained
}

func (g *generator) kind() Kind        { return KindIterator }
func (g *generator) typeName() string  { return g.typ }
func (g *generator) iterate() iterator { return g.source }

func (g *generator) repr(p *printer) {
	if g.typ != "generator" {
		p.text("<" + g.typ + " object>")
		return
	}
	p.text("<generator object " + g.name + ">")
}

// lazily returns a generator over the input. It does no work before the first item is requested.
func lazily(name string, in Value, start func() (iterator, error)) (Value, error) {
	depth := 1
	if inner, ok := in.ref.(*generator); ok {
		depth += inner.depth
	}
	if depth > maxNesting {
		return Value{}, failure(LimitError, "more than %d chained lazy sequences", maxNesting)
	}
	return Value{ref: &generator{name: name, typ: "generator", source: &startedIterator{start: start}, depth: depth}}, nil
}

// startedIterator creates its source when the first item is requested.
type startedIterator struct {
	start  func() (iterator, error)
	source iterator
}

func (it *startedIterator) next() (Value, bool, error) {
	if it.start != nil {
		var err error
		it.source, err = it.start()
		it.start = nil
		if err != nil {
			it.source = nil
			return Value{}, false, err
		}
	}
	if it.source == nil {
		return Value{}, false, nil
	}
	v, ok, err := it.source.next()
	if err != nil || !ok {
		it.source = nil
	}
	return v, ok, err
}

// mapped returns the result of a function for each item.
type mapped struct {
	source iterator
	f      func(Value) (Value, error)
	render *render
}

func (it *mapped) next() (Value, bool, error) {
	if err := it.render.step(); err != nil {
		return Value{}, false, err
	}
	v, ok, err := it.source.next()
	if err != nil || !ok {
		return Value{}, false, err
	}
	v, err = it.f(v)
	return v, err == nil, err
}

// selected returns the items that a function accepts.
type selected struct {
	source iterator
	accept func(Value) (bool, error)
	render *render
}

func (it *selected) next() (Value, bool, error) {
	for {
		if err := it.render.step(); err != nil {
			return Value{}, false, err
		}
		v, ok, err := it.source.next()
		if err != nil || !ok {
			return Value{}, false, err
		}
		if ok, err = it.accept(v); err != nil || ok {
			return v, ok, err
		}
	}
}
