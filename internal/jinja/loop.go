package jinja

import "slices"

// loop is the variable loop. It is between the sequence and the body, so that it can read ahead.
type loop struct {
	sequence Value // for its length; undefined when the items are filtered
	source   iterator
	again    func(Value, int) (Value, error) // nil unless the loop is recursive
	depth    int
	render   *render

	index    int // of the round, from zero
	previous Value
	current  Value
	ahead    Value // the next item
	peeked   bool  // ahead is set
	ended    bool  // there is none
	total    int   // the length plus one, once it is known
	changes  []Value
	changed  bool // whether changes contains anything yet
}

func (*loop) kind() Kind       { return KindObject }
func (*loop) typeName() string { return "LoopContext" }

func (l *loop) repr(p *printer) {
	n, err := l.length()
	if err != nil {
		p.err = err
		return
	}
	p.text("<LoopContext " + itoa(l.index+1) + "/" + itoa(n) + ">")
}

func (l *loop) next() (Value, bool, error) {
	ok, err := l.peek()
	if err != nil || !ok {
		return Value{}, false, err
	}
	l.previous, l.current = l.current, l.ahead
	l.peeked = false
	l.index++
	return l.current, true, nil
}

// peek reports whether there is a next item and keeps it.
func (l *loop) peek() (bool, error) {
	if l.peeked || l.ended {
		return !l.ended, nil
	}
	var err error
	l.ahead, l.peeked, err = l.source.next()
	l.ended = !l.peeked
	return l.peeked && err == nil, err
}

// length counts the items, if need be by fetching all that are left.
func (l *loop) length() (int, error) {
	if l.total > 0 {
		return l.total - 1, nil
	}
	if l.sequence.ref != nil {
		if n, err := length(l.sequence, l.render); err == nil {
			l.total = n + 1
			return n, nil
		}
	}
	rest, err := drain(l.source, l.render)
	if err != nil {
		return 0, err
	}
	l.source = &sliceIterator{items: rest}
	n := len(rest) + l.index + 1
	if l.peeked {
		n++
	}
	l.total = n + 1
	return n, nil
}

func (l *loop) attribute(name string) (Value, bool, error) {
	switch name {
	case "index":
		return Int(int64(l.index + 1)), true, nil
	case "index0":
		return Int(int64(l.index)), true, nil
	case "first":
		return Bool(l.index == 0), true, nil
	case "last":
		more, err := l.peek()
		return Bool(!more), true, err
	case "length":
		return l.fromLength(0)
	case "revindex":
		return l.fromLength(l.index)
	case "revindex0":
		return l.fromLength(l.index + 1)
	case "depth":
		return Int(int64(l.depth + 1)), true, nil
	case "depth0":
		return Int(int64(l.depth)), true, nil
	default:
		return l.attributeOfItems(name)
	}
}

func (l *loop) fromLength(less int) (Value, bool, error) {
	n, err := l.length()
	return Int(int64(n - less)), true, err
}

func (l *loop) attributeOfItems(name string) (Value, bool, error) {
	switch name {
	case "previtem":
		if l.index == 0 {
			return undefinedBecause("there is no previous item"), true, nil
		}
		return l.previous, true, nil
	case "nextitem":
		more, err := l.peek()
		if err != nil || !more {
			return undefinedBecause("there is no next item"), true, err
		}
		return l.ahead, true, nil
	case "cycle":
		return Function("cycle", l.cycle), true, nil
	case "changed":
		return Function("changed", l.hasChanged), true, nil
	default:
		return Value{}, false, nil
	}
}

func (l *loop) cycle(args Arguments) (Value, error) {
	if len(args.Positional) == 0 {
		return Value{}, typeError("no items for cycling given")
	}
	return args.Positional[l.index%len(args.Positional)], nil
}

func (l *loop) hasChanged(args Arguments) (Value, error) {
	c := comparer{render: args.render}
	if l.changed {
		if equal, err := c.equalItems(l.changes, args.Positional); err != nil || equal {
			return Bool(false), err
		}
	}
	l.changes, l.changed = slices.Clone(args.Positional), true
	return Bool(true), nil
}

// call is loop(sequence) in a recursive loop.
func (l *loop) call(args Arguments) (Value, error) {
	if l.again == nil {
		return Value{}, typeError("the loop must have the 'recursive' marker to be called recursively")
	}
	var sequence [1]Value
	if err := args.bindTo(sequence[:], "iterable"); err != nil {
		return Value{}, err
	}
	return l.again(sequence[0], l.depth+1)
}
