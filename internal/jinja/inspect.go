package jinja

import "slices"

// IsUndefined reports whether the value is undefined.
func (v Value) IsUndefined() bool {
	switch ref := v.ref.(type) {
	case nil, *absent:
		return true
	case *lazy:
		return ref.value().IsUndefined()
	default:
		return false
	}
}

// IsNone reports whether the value is None.
func (v Value) IsNone() bool { return v.forced().scalar() == KindNone }

// AsBool returns a bool.
func (v Value) AsBool() (value, ok bool) {
	v = v.forced()
	return v.num != 0 && v.isBool(), v.isBool()
}

// AsInt returns an integer.
func (v Value) AsInt() (int64, bool) {
	v = v.forced()
	if !v.isInt() {
		return 0, false
	}
	return v.integer(), true
}

// AsFloat returns a number, integer or float.
func (v Value) AsFloat() (float64, bool) {
	v = v.forced()
	switch v.scalar() {
	case KindFloat:
		return v.float(), true
	case KindInt:
		return float64(v.integer()), true
	default:
		return 0, false
	}
}

// AsString returns a text.
func (v Value) AsString() (string, bool) { return v.forced().text() }

// AsDict returns a dict.
func (v Value) AsDict() (*Dict, bool) {
	d, ok := v.forced().ref.(*Dict)
	return d, ok
}

// IsListOf reports whether the value is a list and holds for all of its items.
func (v Value) IsListOf(holds func(Value) bool) bool {
	l, ok := v.forced().ref.(*list)
	return ok && !slices.ContainsFunc(l.items, func(item Value) bool { return !holds(item) })
}

// Items returns the items of a loop over the value: the items of a list or tuple, the keys of a dict, the characters of
// a text, nothing for undefined. It consumes an iterator. The caller owns the slice.
func (v Value) Items() ([]Value, error) { return collect(v, nil) }

// Len returns the number of items of a container or characters of a text.
func (v Value) Len() (int, bool) {
	n, err := length(v, nil)
	return n, err == nil
}

// Attr returns the value of {{ value.name }}; it is undefined if there is no such attribute.
func (v Value) Attr(name string) Value {
	found, err := getAttr(v, name)
	if err != nil {
		return Value{}
	}
	return found
}

// Index returns the value of {{ value[i] }}; it is undefined if there is no such item.
func (v Value) Index(i int) Value {
	found, err := getItem(v, Int(int64(i)), nil)
	if err != nil {
		return Value{}
	}
	return found
}

// Equal reports whether the values are equal by == in a template.
func (v Value) Equal(other Value) bool {
	equal, err := (&comparer{}).equal(v, other)
	return err == nil && equal
}

// Freeze makes a list or dict and its content immutable, so that several renders can share it. Lazy values are not
// affected. It returns the value.
func (v Value) Freeze() Value {
	switch ref := v.ref.(type) {
	case *list:
		if !ref.frozen {
			ref.frozen = true
			freezeAll(ref.items)
		}
	case *tuple:
		freezeAll(ref.items)
	case *Dict:
		if !ref.frozen {
			ref.frozen = true
			for _, e := range ref.all() {
				e.value.Freeze()
			}
		}
	}
	return v
}

func freezeAll(items []Value) {
	for _, item := range items {
		item.Freeze()
	}
}
