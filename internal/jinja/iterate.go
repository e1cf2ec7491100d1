package jinja

import "unicode/utf8"

// iterator walks through a sequence once.
type iterator interface {
	// next returns the next item; false ends the sequence.
	next() (Value, bool, error)
}

// iterable is an object that can be walked through.
type iterable interface{ iterate() iterator }

// iterate is Python's iter.
func iterate(v Value) (iterator, error) {
	v = v.forced()
	switch ref := v.ref.(type) {
	case nil, *absent:
		return &sliceIterator{}, nil
	case textPointer:
		s, _ := v.text()
		return &textIterator{rest: s}, nil
	case *list:
		return &listIterator{list: ref}, nil
	case *tuple:
		return &sliceIterator{items: ref.items}, nil
	case *Dict:
		return newDictIterator(ref, entryKey), nil
	case iterable:
		return ref.iterate(), nil
	default:
		return nil, typeError("%s object is not iterable", quoted(v.typeName()))
	}
}

// collect returns all items of an iterable value in a new slice.
func collect(v Value, r *render) ([]Value, error) {
	v = v.forced()
	switch ref := v.ref.(type) {
	case *list:
		return copyItems(ref.items, r)
	case *tuple:
		return copyItems(ref.items, r)
	}
	it, err := iterate(v)
	if err != nil {
		return nil, err
	}
	return drain(it, r)
}

func copyItems(items []Value, r *render) ([]Value, error) {
	if err := r.makeItems(len(items)); err != nil {
		return nil, err
	}
	out := make([]Value, len(items))
	for i, item := range items {
		out[i] = item.forced()
	}
	return out, nil
}

// drain returns the remaining items of an iterator.
func drain(it iterator, r *render) ([]Value, error) {
	var out []Value
	for {
		if err := r.step(); err != nil {
			return nil, err
		}
		v, ok, err := it.next()
		if err != nil || !ok {
			return out, err
		}
		out = append(out, v)
	}
}

// each calls f for every item until it fails.
func each(v Value, r *render, f func(Value) error) error {
	it, err := iterate(v)
	if err != nil {
		return err
	}
	for {
		if err := r.step(); err != nil {
			return err
		}
		item, ok, err := it.next()
		if err != nil || !ok {
			return err
		}
		if err := f(item); err != nil {
			return err
		}
	}
}

// listIterator sees items that are appended while it walks, as in Python.
type listIterator struct {
	list *list
	at   int
}

func (it *listIterator) next() (Value, bool, error) {
	if it.at >= len(it.list.items) {
		return Value{}, false, nil
	}
	it.at++
	return it.list.items[it.at-1].forced(), true, nil
}

type sliceIterator struct {
	items []Value
	at    int
}

func (it *sliceIterator) next() (Value, bool, error) {
	if it.at >= len(it.items) {
		return Value{}, false, nil
	}
	it.at++
	return it.items[it.at-1].forced(), true, nil
}

// textIterator returns the characters of a text, each as a text.
type textIterator struct{ rest string }

func (it *textIterator) next() (Value, bool, error) {
	if it.rest == "" {
		return Value{}, false, nil
	}
	_, size := utf8.DecodeRuneInString(it.rest)
	c := it.rest[:size]
	it.rest = it.rest[size:]
	return String(c), true, nil
}

// dictIterator walks through a dict, which must not grow or shrink meanwhile.
type dictIterator struct {
	dict *Dict
	pick func(entry) Value
	at   int
	size int
}

func newDictIterator(d *Dict, pick func(entry) Value) *dictIterator {
	return &dictIterator{dict: d, pick: pick, size: len(d.all())}
}

func (it *dictIterator) next() (Value, bool, error) {
	if len(it.dict.entries) != it.size {
		return Value{}, false, failure(RuntimeError, "dictionary changed size during iteration")
	}
	if it.at >= it.size {
		return Value{}, false, nil
	}
	it.at++
	return it.pick(it.dict.entries[it.at-1]), true, nil
}

func entryKey(e entry) Value   { return e.key }
func entryValue(e entry) Value { return e.value.forced() }
func entryPair(e entry) Value  { return NewTuple(e.key, e.value.forced()) }

// isIterable reports whether iterate would work.
func isIterable(v Value) bool {
	v = v.forced()
	switch v.ref.(type) {
	case nil, *absent, textPointer, *list, *tuple, *Dict, iterable:
		return true
	default:
		return false
	}
}
