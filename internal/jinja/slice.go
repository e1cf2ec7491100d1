package jinja

// slicer is an object that can be cut.
type slicer interface {
	sized
	slice(c cut) Value
}

// cut is a slice with its bounds worked out: count items from start on, step by step.
type cut struct{ start, step, count int }

// slice is object[start:stop:step]; bounds that are None are left out.
func slice(object Value, bounds [3]Value, r *render) (Value, error) {
	switch ref := object.ref.(type) {
	case textPointer:
		s, _ := object.text()
		return sliceText(s, bounds, r)
	case *list:
		items, err := sliceItems(ref.items, bounds, r)
		return NewList(items...), err
	case *tuple:
		items, err := sliceItems(ref.items, bounds, r)
		return NewTuple(items...), err
	case slicer:
		n, err := ref.length()
		if err != nil {
			return Value{}, err
		}
		c, err := newCut(bounds, n)
		if err != nil {
			return Value{}, err
		}
		return ref.slice(c), nil
	case *Dict:
		return Value{}, typeError("unhashable type: 'slice'")
	default:
		return Value{}, typeError("%s object is not subscriptable", quoted(object.typeName()))
	}
}

func sliceItems(items []Value, bounds [3]Value, r *render) ([]Value, error) {
	c, err := newCut(bounds, len(items))
	if err != nil {
		return nil, err
	}
	if err := r.makeItems(c.count); err != nil {
		return nil, err
	}
	out := make([]Value, c.count)
	for i := range out {
		out[i] = items[c.start+i*c.step]
	}
	return out, nil
}

func sliceText(s string, bounds [3]Value, r *render) (Value, error) {
	r.charge(len(s) / textPerStep)
	if !isASCII(s) {
		return sliceRunes([]rune(s), bounds)
	}
	c, err := newCut(bounds, len(s))
	if err != nil {
		return Value{}, err
	}
	if c.step == 1 {
		return String(s[c.start : c.start+c.count]), nil
	}
	out := make([]byte, c.count)
	for i := range out {
		out[i] = s[c.start+i*c.step]
	}
	return String(string(out)), nil
}

func sliceRunes(s []rune, bounds [3]Value) (Value, error) {
	c, err := newCut(bounds, len(s))
	if err != nil {
		return Value{}, err
	}
	out := make([]rune, c.count)
	for i := range out {
		out[i] = s[c.start+i*c.step]
	}
	return String(string(out)), nil
}

// newCut works the bounds out for a sequence of n items.
func newCut(bounds [3]Value, n int) (cut, error) {
	step, err := sliceBound(bounds[2], 1)
	if err != nil {
		return cut{}, err
	}
	if step == 0 {
		return cut{}, valueError("slice step cannot be zero")
	}
	low, high := 0, n // what a bound is clipped to
	first, last := low, high
	if step < 0 {
		low, high = -1, n-1
		first, last = high, low
	}
	start, err := clippedBound(bounds[0], first, clip{low, high, n})
	if err != nil {
		return cut{}, err
	}
	stop, err := clippedBound(bounds[1], last, clip{low, high, n})
	if err != nil {
		return cut{}, err
	}
	return cut{start, step, stepCount(start, stop, step)}, nil
}

// stepCount returns the number of steps from start to before stop.
func stepCount(start, stop, step int) int {
	if step > 0 {
		if stop <= start {
			return 0
		}
		return (stop-start-1)/step + 1
	}
	if stop >= start {
		return 0
	}
	// Unsigned, so that the smallest int is no trap.
	return int((uint(start)-uint(stop)-1)/(-uint(step)) + 1)
}

type clip struct{ low, high, length int }

func clippedBound(v Value, otherwise int, c clip) (int, error) {
	if v.IsNone() {
		return otherwise, nil
	}
	i, err := sliceBound(v, 0)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += c.length
	}
	return min(max(i, c.low), c.high), nil
}

func sliceBound(v Value, otherwise int) (int, error) {
	switch {
	case v.IsNone():
		return otherwise, nil
	case v.isInt(), v.isBool():
		return int(v.integer()), nil
	case v.IsUndefined():
		return 0, undefinedError(v)
	default:
		return 0, typeError("slice indices must be integers or None or have an __index__ method")
	}
}
