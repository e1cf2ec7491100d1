package jinja

import "errors"

// returned carries the value of return() up to the macro that calls it.
type returned struct {
	value Value
	part  *part // where it was called, nil if that is not known yet
	at    int
}

func (*returned) Error() string { return "return() was called outside of a macro" }

// Return is the function return(value), which ends the macro that calls it. The macro then returns the value itself, such as a
// list or a dict, instead of the text that it printed.
func Return() Value {
	return Function("return", func(args Arguments) (Value, error) {
		var bound [1]Value
		if err := args.bindTo(bound[:], "value?"); err != nil {
			return Value{}, err
		}
		if !given(bound[0]) {
			bound[0] = None()
		}
		return Value{}, &Error{
			Kind: RuntimeError, Message: (*returned)(nil).Error(), Hint: "call it inside {% macro %}", Cause: &returned{value: bound[0]},
		}
	})
}

// returnedValue returns the value of return() if the error comes from it.
func returnedValue(err error) (Value, bool) {
	if r, ok := errors.AsType[*returned](err); ok {
		return r.value, true
	}
	return Value{}, false
}

// locateReturn sets the position of the error of a return() outside of a macro. It is computed only here, because that takes as long as
// the text before it, and a return() inside a macro is no error.
func locateReturn(err error) error {
	r, ok := errors.AsType[*returned](err)
	if !ok || r.part == nil {
		return err
	}
	return (&frame{part: r.part}).setPosition(asError(err), r.at)
}
