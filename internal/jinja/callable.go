package jinja

type (
	// Filter implements {{ in | name(args) }}.
	Filter func(in Value, args Arguments) (Value, error)
	// Test implements {{ in is name(args) }}.
	Test func(in Value, args Arguments) (bool, error)
)

// apply calls the filter once its texts are paid for.
func (f Filter) apply(in Value, args Arguments) (Value, error) {
	if err := args.pay(in); err != nil {
		return Value{}, err
	}
	return f(in, args)
}

// apply calls the test once its texts are paid for.
func (t Test) apply(in Value, args Arguments) (bool, error) {
	if err := args.pay(in); err != nil {
		return false, err
	}
	return t(in, args)
}

// caller is an object that can be called.
type caller interface {
	call(args Arguments) (Value, error)
}

// function is a Go function that templates call.
type function struct {
	name string
	body func(Arguments) (Value, error)
}

// Function returns a value that templates can call. The name is for messages.
func Function(name string, f func(Arguments) (Value, error)) Value {
	return Value{ref: &function{name: name, body: f}}
}

func (f *function) call(args Arguments) (Value, error) {
	args.Function = f.name
	if err := args.pay(Value{}); err != nil {
		return Value{}, err
	}
	return f.body(args)
}

func (*function) kind() Kind       { return KindFunction }
func (*function) typeName() string { return "function" }

func (f *function) repr(p *printer) { p.text("<function " + f.name + ">") }
