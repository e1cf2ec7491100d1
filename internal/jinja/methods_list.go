package jinja

import "slices"

// listMethods are the methods of lists.
var listMethods = map[string]method{
	"append":  listAppend,
	"clear":   listClear,
	"copy":    listCopy,
	"count":   sequenceCount,
	"extend":  listExtend,
	"index":   sequenceIndex,
	"insert":  listInsert,
	"pop":     listPop,
	"remove":  listRemove,
	"reverse": listReverse,
	"sort":    listSort,
}

// tupleMethods are the methods of tuples.
var tupleMethods = map[string]method{
	"count": sequenceCount,
	"index": sequenceIndex,
}

// changing returns the list, if it may be changed.
func changing(self Value) (*list, error) {
	l, ok := self.ref.(*list)
	if !ok {
		return nil, typeError("expected a list, not %s", self.typeName())
	}
	return l, l.change()
}

func listAppend(self Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "object"); err != nil {
		return Value{}, err
	}
	l, err := changing(self)
	if err != nil {
		return Value{}, err
	}
	l.add(p[0])
	return None(), nil
}

func listExtend(self Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "iterable"); err != nil {
		return Value{}, err
	}
	l, err := changing(self)
	if err != nil {
		return Value{}, err
	}
	items, err := collect(p[0], args.render)
	if len(l.items) == 0 {
		l.items = items // a copy already
	} else {
		l.items = append(l.items, items...)
	}
	return None(), err
}

func listInsert(self Value, args Arguments) (Value, error) {
	var p [2]Value
	if err := args.bindTo(p[:], "index", "object"); err != nil {
		return Value{}, err
	}
	l, err := changing(self)
	if err != nil {
		return Value{}, err
	}
	i, err := toInt(p[0])
	if err != nil {
		return Value{}, err
	}
	if i < 0 {
		i += len(l.items)
	}
	args.render.charge(len(l.items) / 16)
	l.items = slices.Insert(l.items, min(max(i, 0), len(l.items)), p[1])
	return None(), nil
}

func listPop(self Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "index?"); err != nil {
		return Value{}, err
	}
	l, err := changing(self)
	if err != nil {
		return Value{}, err
	}
	i, err := intOr(p[0], -1)
	if err != nil {
		return Value{}, err
	}
	if len(l.items) == 0 {
		return Value{}, failure(LookupError, "pop from empty list")
	}
	at, ok := position(Int(int64(i)), len(l.items))
	if !ok {
		return Value{}, failure(LookupError, "pop index out of range")
	}
	v := l.items[at].forced()
	args.render.charge((len(l.items) - at) / 16)
	l.items = slices.Delete(l.items, at, at+1)
	return v, nil
}

func listRemove(self Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "value"); err != nil {
		return Value{}, err
	}
	l, err := changing(self)
	if err != nil {
		return Value{}, err
	}
	at, err := indexOf(l.items, p[0], args.render)
	if err != nil {
		return Value{}, err
	}
	if at < 0 {
		return Value{}, valueError("list.remove(x): x not in list")
	}
	args.render.charge((len(l.items) - at) / 16)
	l.items = slices.Delete(l.items, at, at+1)
	return None(), nil
}

func sequenceIndex(self Value, args Arguments) (Value, error) {
	var p [3]Value
	if err := args.bindTo(p[:], "value", "start?", "stop?"); err != nil {
		return Value{}, err
	}
	items := sequence(self)
	start, stop, err := textBounds(p[1], p[2], len(items))
	if err != nil {
		return Value{}, err
	}
	at := -1
	if start < stop {
		if at, err = indexOf(items[start:stop], p[0], args.render); err != nil {
			return Value{}, err
		}
	}
	if at < 0 {
		return Value{}, valueError("%s is not in %s", shortRepr(p[0]), self.typeName())
	}
	return Int(int64(start + at)), nil
}

func sequenceCount(self Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "value"); err != nil {
		return Value{}, err
	}
	c := comparer{render: args.render}
	items := sequence(self)
	n := int64(0)
	for i, item := range items {
		equal, err := c.equal(item, p[0])
		if err == nil && i%itemsPerStep == 0 {
			err = args.render.step()
		}
		if err != nil {
			return Value{}, err
		}
		if equal {
			n++
		}
	}
	return Int(n), nil
}

func listReverse(self Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	l, err := changing(self)
	if err != nil {
		return Value{}, err
	}
	args.render.charge(len(l.items) / 16)
	slices.Reverse(l.items)
	return None(), nil
}

func listCopy(self Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	items, err := copyItems(sequence(self), args.render)
	return NewList(items...), err
}

func listClear(self Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	l, err := changing(self)
	if err != nil {
		return Value{}, err
	}
	l.items = nil
	return None(), nil
}

func listSort(self Value, args Arguments) (Value, error) {
	if len(args.Positional) > 0 {
		return Value{}, typeError("sort() takes no positional arguments")
	}
	var p [2]Value
	if err := args.bindTo(p[:], "key?", "reverse?"); err != nil {
		return Value{}, err
	}
	l, err := changing(self)
	if err != nil {
		return Value{}, err
	}
	key := func(item Value) (Value, error) { return item.forced(), nil }
	if given(p[0]) && !p[0].IsNone() {
		key = func(item Value) (Value, error) {
			return invoke(p[0], Arguments{Positional: []Value{item.forced()}, render: args.render})
		}
	}
	items, err := copyItems(l.items, args.render)
	if err != nil {
		return Value{}, err
	}
	if err := sortItems(items, p[1].Truth(), args.render, key); err != nil {
		return Value{}, err
	}
	l.items = items
	return None(), nil
}
