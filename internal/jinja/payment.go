package jinja

// pay counts the text arguments of a filter, test, method or function, and rejects the call if there are not enough
// steps left to process them. It runs at every call, so that the functions need not count themselves; functions with a
// high cost per letter charge extra. Short texts cost nothing.
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
	return int(v.num) //nolint:gosec // String set it from a length
}

// dearText is the number of bytes per step for functions that create a small text for every letter.
const dearText = 8

// Text returns the text of {{ v }}, within the limits of the render. Go functions should use it instead of Value.String
// for values whose size a template controls.
func (a Arguments) Text(v Value) (string, error) { return toText(v, a.render) }

// NewText is String within the limits of the render, for a text that may be longer than its inputs.
func (a Arguments) NewText(s string) (Value, error) { return String(s), a.render.makeText(len(s)) }

// Items is Value.Items within the limits of the render.
func (a Arguments) Items(v Value) ([]Value, error) { return collect(v, a.render) }
