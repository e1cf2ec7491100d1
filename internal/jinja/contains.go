package jinja

import "strings"

// container is an object that implements the operator in.
type container interface {
	contains(v Value) (bool, error)
}

// contains is Python's in.
func contains(v, in Value, r *render) (bool, error) {
	in = in.forced()
	switch ref := in.ref.(type) {
	case textPointer:
		return containsText(v, in, r)
	case *list:
		return containsItem(v, ref.items, r)
	case *tuple:
		return containsItem(v, ref.items, r)
	case *Dict:
		i, err := ref.find(v.forced(), r)
		return i >= 0, err
	case container:
		return ref.contains(v.forced())
	case iterable:
		return containsNext(v, ref.iterate(), r)
	case nil, *absent:
		return false, nil
	default:
		return false, typeError("argument of type %s is not iterable", quoted(in.typeName()))
	}
}

func containsText(v, in Value, r *render) (bool, error) {
	v = v.forced()
	s, _ := in.text()
	part, ok := v.text()
	if !ok {
		return false, typeError("'in <string>' requires string as left operand, not %s", v.typeName())
	}
	r.charge(len(s) / textPerStep)
	return strings.Contains(s, part), nil
}

func containsItem(v Value, items []Value, r *render) (bool, error) {
	i, err := indexOf(items, v, r)
	return i >= 0, err
}

// itemsPerStep is the number of items that may be compared for one step.
const itemsPerStep = 8

// indexOf returns the position of an item, or -1.
func indexOf(items []Value, v Value, r *render) (int, error) {
	c := comparer{render: r}
	for i, item := range items {
		equal, err := c.equal(item, v)
		if err == nil && i%itemsPerStep == 0 {
			err = r.step()
		}
		if err != nil {
			return -1, err
		}
		if equal {
			return i, nil
		}
	}
	return -1, nil
}

// containsNext uses the iterator up until the item is found.
func containsNext(v Value, it iterator, r *render) (bool, error) {
	c := comparer{render: r}
	for {
		if err := r.step(); err != nil {
			return false, err
		}
		item, ok, err := it.next()
		if err != nil || !ok {
			return false, err
		}
		if equal, err := c.equal(item, v); err != nil || equal {
			return equal, err
		}
	}
}
