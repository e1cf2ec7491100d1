package jinja

func filterMap(in Value, args Arguments) (Value, error) {
	return lazily("map", in, func() (iterator, error) {
		if !in.Truth() {
			return nil, nil
		}
		f, err := mapping(args)
		if err != nil {
			return nil, err
		}
		source, err := iterate(in)
		return &mapped{source, f, args.render}, err
	})
}

// mapping returns the function that map applies to each item: an attribute, or a filter.
func mapping(args Arguments) (func(Value) (Value, error), error) {
	r := args.render
	if len(args.Positional) == 0 && args.has("attribute") {
		var p [2]Value
		if err := args.bindTo(p[:], "attribute", "default?"); err != nil {
			return nil, failure(RuntimeError, "%s", asError(err).Message)
		}
		way := newPath(p[0])
		return func(v Value) (Value, error) { return way.of(v, p[1], r) }, nil
	}
	if len(args.Positional) == 0 {
		return nil, failure(RuntimeError, "map requires a filter argument")
	}
	name, _ := args.Positional[0].text()
	filter := r.env.filters[name]
	if filter == nil {
		return nil, unknownFilter(args.Positional[0].String())
	}
	inner := Arguments{Function: name, Positional: args.Positional[1:], Named: args.Named, render: r}
	return func(v Value) (Value, error) { return filter.apply(v, inner) }, nil
}

func filterSelect(in Value, args Arguments) (Value, error) {
	return choose(in, args, choice{name: "select"})
}

func filterReject(in Value, args Arguments) (Value, error) {
	return choose(in, args, choice{name: "reject", reject: true})
}

func filterSelectattr(in Value, args Arguments) (Value, error) {
	return choose(in, args, choice{name: "selectattr", attribute: true})
}

func filterRejectattr(in Value, args Arguments) (Value, error) {
	return choose(in, args, choice{name: "rejectattr", attribute: true, reject: true})
}

// choice distinguishes the four filters that select items by a test.
type choice struct {
	name      string
	attribute bool // the first argument is an attribute to test
	reject    bool // return the items that fail the test
}

func choose(in Value, args Arguments, c choice) (Value, error) {
	return lazily(c.name, in, func() (iterator, error) {
		if !in.Truth() {
			return nil, nil
		}
		accept, err := c.accept(args)
		if err != nil {
			return nil, err
		}
		source, err := iterate(in)
		return &selected{source, accept, args.render}, err
	})
}

func (c choice) accept(args Arguments) (func(Value) (bool, error), error) {
	rest := args.Positional
	var way path
	if c.attribute {
		if len(rest) == 0 {
			return nil, failure(RuntimeError, "missing parameter for attribute name")
		}
		way, rest = newPath(rest[0]), rest[1:]
	}
	r := args.render
	if len(rest) == 0 {
		return func(v Value) (bool, error) {
			v, err := way.of(v, Value{}, r)
			return v.Truth() != c.reject, err
		}, nil
	}
	name, _ := rest[0].text()
	test := r.env.tests[name]
	if test == nil {
		return nil, unknownTest(rest[0].String())
	}
	inner := Arguments{Function: name, Positional: rest[1:], Named: args.Named, render: r}
	return func(v Value) (bool, error) {
		v, err := way.of(v, Value{}, r)
		if err != nil {
			return false, err
		}
		holds, err := test.apply(v, inner)
		return holds != c.reject, err
	}, nil
}

func filterDefault(in Value, args Arguments) (Value, error) {
	var p [2]Value
	if err := args.bindTo(p[:], "default_value?", "boolean?"); err != nil {
		return Value{}, err
	}
	if !in.IsUndefined() && (!p[1].Truth() || in.Truth()) {
		return in, nil
	}
	if !given(p[0]) {
		return String(""), nil
	}
	return p[0], nil
}

func filterAttr(in Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "name"); err != nil {
		return Value{}, err
	}
	if in.IsUndefined() {
		return Value{}, undefinedError(in)
	}
	name, err := textArgument(p[0], "attr")
	if err != nil {
		return Value{}, err
	}
	v, ok, err := ownAttribute(in, name)
	if err != nil || ok {
		return v, err
	}
	return missingAttribute(in, name), nil
}

func filterItems(in Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	return lazily("items", in, func() (iterator, error) {
		if in.IsUndefined() {
			return nil, nil
		}
		d, ok := in.ref.(*Dict)
		if !ok {
			return nil, typeError("can only get item pairs from a mapping")
		}
		return newDictIterator(d, entryPair), nil
	})
}
