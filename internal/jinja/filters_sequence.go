package jinja

import (
	"slices"
	"strings"
)

func filterLength(in Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	n, err := length(in, args.render)
	return Int(int64(n)), err
}

func filterList(in Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	items, err := collect(in, args.render)
	return NewList(items...), err
}

func filterFirst(in Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	it, err := iterate(in)
	if err != nil {
		return Value{}, err
	}
	v, ok, err := it.next()
	if err != nil || !ok {
		return undefinedBecause("No first item, sequence was empty."), err
	}
	return v, nil
}

func filterLast(in Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	items, err := reversible(in, args.render)
	if err != nil {
		return Value{}, err
	}
	if len(items) == 0 {
		return undefinedBecause("No last item, sequence was empty."), nil
	}
	return items[len(items)-1].forced(), nil
}

// reversible returns the items of a value that Python can iterate in reverse.
func reversible(in Value, r *render) ([]Value, error) {
	switch in.ref.(type) {
	case *list, *tuple:
		return sequence(in), nil
	case textPointer, *Dict, nil, *absent, *rangeObject, *dictView:
		return collect(in, r)
	default:
		return nil, typeError("%s object is not reversible", quoted(in.typeName()))
	}
}

func filterReverse(in Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	if s, ok := in.text(); ok {
		runes := []rune(s)
		slices.Reverse(runes)
		return String(string(runes)), args.render.makeText(len(s))
	}
	if !isIterable(in) {
		return Value{}, failure(RuntimeError, "argument must be iterable")
	}
	items, err := collect(in, args.render)
	if err != nil {
		return Value{}, err
	}
	slices.Reverse(items)
	if in.Kind() == KindIterator {
		return NewList(items...), nil
	}
	return Value{ref: &generator{typ: "list_reverseiterator", source: &sliceIterator{items: items}}}, nil
}

func filterJoin(in Value, args Arguments) (Value, error) {
	var p [2]Value
	if err := args.bindTo(p[:], "d?", "attribute?"); err != nil {
		return Value{}, err
	}
	separator := ""
	if given(p[0]) {
		var err error
		if separator, err = toText(p[0], args.render); err != nil {
			return Value{}, err
		}
	}
	way := newPath(p[1])
	out := printer{max: args.render.limits.Output}
	first := true
	err := each(in, args.render, func(item Value) error {
		item, err := way.of(item, Value{}, args.render)
		if err != nil {
			return err
		}
		if !first {
			out.text(separator)
		}
		first = false
		out.str(item)
		return out.err
	})
	args.render.charge(len(out.out) / textPerStep)
	return String(string(out.out)), err
}

func filterSum(in Value, args Arguments) (Value, error) {
	var p [2]Value
	if err := args.bindTo(p[:], "attribute?", "start?"); err != nil {
		return Value{}, err
	}
	total := p[1]
	if !given(total) {
		total = Int(0)
	}
	if _, ok := total.text(); ok {
		return Value{}, &Error{Kind: TypeError, Message: "sum() can't sum strings", Hint: "use join"}
	}
	way := newPath(p[0])
	err := each(in, args.render, func(item Value) error {
		item, err := way.of(item, Value{}, args.render)
		if err != nil {
			return err
		}
		if item.IsUndefined() {
			return undefinedError(item)
		}
		total, err = arithmetic(tokenAdd, total, item, args.render)
		return err
	})
	return total, err
}

func filterBatch(in Value, args Arguments) (Value, error) {
	var p [2]Value
	if err := args.bindTo(p[:], "linecount", "fill_with?"); err != nil {
		return Value{}, err
	}
	return lazily("batch", in, func() (iterator, error) {
		size, err := toInt(p[0])
		if err != nil {
			return nil, err
		}
		source, err := iterate(in)
		return &batches{source: source, size: size, fill: p[1], render: args.render}, err
	})
}

// batches returns lists of this many items each.
type batches struct {
	source iterator
	size   int
	fill   Value
	render *render
	ahead  []Value // an item that was fetched to see whether there is one
}

func (it *batches) next() (Value, bool, error) {
	batch := it.ahead
	it.ahead = nil
	for {
		if err := it.render.step(); err != nil {
			return Value{}, false, err
		}
		v, ok, err := it.source.next()
		if err != nil {
			return Value{}, false, err
		}
		if !ok {
			return it.last(batch)
		}
		if len(batch) == it.size {
			it.ahead = []Value{v}
			return NewList(batch...), true, nil
		}
		batch = append(batch, v)
	}
}

func (it *batches) last(batch []Value) (Value, bool, error) {
	if len(batch) == 0 {
		return Value{}, false, nil
	}
	if missing := it.size - len(batch); missing > 0 && given(it.fill) && !it.fill.IsNone() {
		if err := it.render.makeItems(missing); err != nil {
			return Value{}, false, err
		}
		for range missing {
			batch = append(batch, it.fill)
		}
	}
	return NewList(batch...), true, nil
}

func filterSlice(in Value, args Arguments) (Value, error) {
	var p [2]Value
	if err := args.bindTo(p[:], "slices", "fill_with?"); err != nil {
		return Value{}, err
	}
	return lazily("slice", in, func() (iterator, error) {
		items, err := collect(in, args.render)
		if err != nil {
			return nil, err
		}
		count, err := toInt(p[0])
		if err != nil {
			return nil, err
		}
		if count == 0 {
			return nil, zeroError("integer division or modulo by zero")
		}
		if err := args.render.makeItems(max(count, 0)); err != nil {
			return nil, err
		}
		return &sliceIterator{items: columns(items, count, p[1])}, nil
	})
}

// columns spreads items over lists as evenly as can be, the longer lists first.
func columns(items []Value, count int, fill Value) []Value {
	var out []Value
	size, longer := 0, 0
	if count > 0 {
		size, longer = len(items)/count, len(items)%count
	}
	for i := range max(count, 0) {
		n := size
		if i < longer {
			n++
		}
		column := slices.Clone(items[:n])
		items = items[n:]
		if i >= longer && given(fill) && !fill.IsNone() {
			column = append(column, fill)
		}
		out = append(out, NewList(column...))
	}
	return out
}

func filterUnique(in Value, args Arguments) (Value, error) {
	var p [2]Value
	if err := args.bindTo(p[:], "case_sensitive?", "attribute?"); err != nil {
		return Value{}, err
	}
	key := sortKey{path: newPath(p[1]), caseSensitive: p[0].Truth(), render: args.render}
	return lazily("unique", in, func() (iterator, error) {
		source, err := iterate(in)
		seen := map[dictKey]bool{}
		accept := func(v Value) (bool, error) {
			v, err := key.of(v)
			if err != nil {
				return false, err
			}
			k, err := keyOf(v, args.render)
			if err != nil || seen[k] {
				return false, err
			}
			seen[k] = true
			return true, nil
		}
		return &selected{source, accept, args.render}, err
	})
}

func filterMin(in Value, args Arguments) (Value, error) { return extreme(in, args, false) }
func filterMax(in Value, args Arguments) (Value, error) { return extreme(in, args, true) }

// extreme returns the first of the smallest or largest items.
func extreme(in Value, args Arguments, largest bool) (Value, error) {
	var p [2]Value
	if err := args.bindTo(p[:], "case_sensitive?", "attribute?"); err != nil {
		return Value{}, err
	}
	key := sortKey{path: newPath(p[1]), caseSensitive: p[0].Truth(), render: args.render}
	c := comparer{render: args.render}
	best := undefinedBecause("No aggregated item, sequence was empty.")
	bestKey := Value{}
	operator := map[bool]string{false: "<", true: ">"}[largest]
	err := each(in, args.render, func(item Value) error {
		k, err := key.of(item)
		if err != nil {
			return err
		}
		if bestKey.ref != nil {
			o, err := c.order(k, bestKey, operator)
			if err != nil || o == unordered || o == 0 || (o > 0) != largest {
				return err
			}
		}
		best, bestKey = item, orUndefined(k)
		return nil
	})
	return best, err
}

// joinTexts concatenates texts with a separator.
func joinTexts(items []string, separator string, r *render) (Value, error) {
	size := len(separator) * max(len(items)-1, 0)
	for _, item := range items {
		size += len(item)
	}
	if err := r.makeText(size); err != nil {
		return Value{}, err
	}
	return String(strings.Join(items, separator)), nil
}
