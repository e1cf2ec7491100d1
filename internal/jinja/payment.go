package jinja

// pay counts the texts that a filter, test, method or function is about to be given, and rejects the call when there
// are not enough steps left for looking through them. It is asked at every call, so that none of those that are called
// has to think of it; those that take much longer for a letter than others pay extra. Short texts cost nothing.
func (a *Arguments) pay(receiver Value) error {
	size := receiver.textSize()
	for i := range a.Positional {
		size += a.Positional[i].textSize()
	}
	for i := range a.Named {
		size += a.Named[i].Value.textSize()
	}
	if size < textPerStep {
		return nil
	}
	return a.render.spend(size / textPerStep)
}

// textSize returns the length of a text in bytes, and 0 for everything else.
func (v Value) textSize() int {
	if _, ok := v.ref.(textPointer); !ok {
		return 0
	}
	return int(v.num) //nolint:gosec // what String made of a length
}

// dearText is how many bytes may be looked at for one step where every letter means a small text of its own.
const dearText = 8

// Text returns what {{ v }} prints, within the limits of the render: what Go functions should use instead of Value.String
// for values that a template can make as large as it likes.
func (a Arguments) Text(v Value) (string, error) { return toText(v, a.render) }

// NewText is String within the limits of the render, for a text that may be longer than those it was made of.
func (a Arguments) NewText(s string) (Value, error) { return String(s), a.render.makeText(len(s)) }

// Items is Value.Items within the limits of the render.
func (a Arguments) Items(v Value) ([]Value, error) { return collect(v, a.render) }
