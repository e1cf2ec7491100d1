package jinja

// list is Python's list.
type list struct {
	items  []Value
	frozen bool
}

// tuple is Python's tuple. A tuple of groupby names its two items.
type tuple struct {
	items []Value
	names []string
}

// NewList returns a list. The list owns the slice.
func NewList(items ...Value) Value { return Value{ref: &list{items: items}} }

// NewTuple returns a tuple. The tuple owns the slice.
func NewTuple(items ...Value) Value { return Value{ref: &tuple{items: items}} }

// firstItems is the capacity of a list that a template begins to fill: most get about as many items as a node has columns.
const firstItems = 12

// add appends an item.
func (l *list) add(v Value) {
	if cap(l.items) == 0 {
		l.items = make([]Value, 0, firstItems)
	}
	l.items = append(l.items, v)
}

// change reports whether the list may be changed.
func (l *list) change() error {
	if l.frozen {
		return sharedError("list")
	}
	return nil
}

func sharedError(name string) error {
	return &Error{
		Kind: TypeError, Message: "this " + name + " is shared with other renders and cannot be changed",
		Hint: "change a copy: " + name + "(…) or .copy()",
	}
}
