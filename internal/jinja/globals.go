package jinja

import "slices"

// builtinGlobals returns the global functions of Jinja2, without lipsum.
func builtinGlobals() map[string]Value {
	return map[string]Value{
		"range":     Function("range", globalRange),
		"dict":      Function("dict", globalDict),
		"namespace": Function("namespace", globalNamespace),
		"cycler":    Function("cycler", globalCycler),
		"joiner":    Function("joiner", globalJoiner),
	}
}

func globalRange(args Arguments) (Value, error) {
	if len(args.Named) > 0 {
		return Value{}, typeError("range() takes no keyword arguments")
	}
	if n := len(args.Positional); n < 1 || n > 3 {
		return Value{}, typeError("range expected at least 1 argument and at most 3, got %d", n)
	}
	var bounds [3]int64
	for i, v := range args.Positional {
		n, err := toInt(v)
		if err != nil {
			return Value{}, err
		}
		bounds[i] = int64(n)
	}
	switch len(args.Positional) {
	case 1:
		bounds = [3]int64{0, bounds[0], 1}
	case 2:
		bounds[2] = 1
	}
	if bounds[2] == 0 {
		return Value{}, valueError("range() arg 3 must not be zero")
	}
	return Value{ref: &rangeObject{bounds[0], bounds[1], bounds[2]}}, nil
}

func globalDict(args Arguments) (Value, error) {
	d := NewDict()
	err := updateDict(d, args)
	return DictValue(d), err
}

func globalNamespace(args Arguments) (Value, error) {
	n := &namespace{values: NewDictFor(len(args.Named))}
	err := updateDict(n.values, args)
	return Value{ref: n}, err
}

// updateDict adds the entries of a dict or of a sequence of pairs, and the named arguments.
func updateDict(d *Dict, args Arguments) error {
	if err := d.change(); err != nil {
		return err
	}
	if len(args.Positional) > 1 {
		return typeError("%s expected at most 1 argument, got %d", args.Function, len(args.Positional))
	}
	for _, source := range args.Positional {
		if err := updateFrom(d, source, args.render); err != nil {
			return err
		}
	}
	for _, named := range args.Named {
		d.Set(named.Name, named.Value)
	}
	return nil
}

func updateFrom(d *Dict, source Value, r *render) error {
	if source.IsUndefined() {
		return undefinedError(source)
	}
	if from, ok := source.ref.(*Dict); ok {
		r.charge(len(from.all()))
		for _, e := range from.entries {
			if err := d.store(e.key, e.value, r); err != nil {
				return err
			}
		}
		return nil
	}
	return each(source, r, func(item Value) error {
		if !isIterable(item) {
			return typeError("cannot convert dictionary update sequence element to a sequence")
		}
		pair, err := collect(item, r)
		if err != nil {
			return err
		}
		if len(pair) != 2 {
			return valueError("dictionary update sequence element has length %d; 2 is required", len(pair))
		}
		return d.store(pair[0], pair[1], r)
	})
}

// cycler returns its items one after another, in a cycle.
type cycler struct {
	items []Value
	at    int
}

func globalCycler(args Arguments) (Value, error) {
	if len(args.Named) > 0 {
		return Value{}, typeError("cycler() takes no keyword arguments")
	}
	if len(args.Positional) == 0 {
		return Value{}, failure(RuntimeError, "at least one item has to be provided")
	}
	return Value{ref: &cycler{items: slices.Clone(args.Positional)}}, nil
}

func (*cycler) kind() Kind       { return KindObject }
func (*cycler) typeName() string { return "Cycler" }

func (c *cycler) attribute(name string) (Value, bool, error) { //nolint:unparam // as attributed wants it
	switch name {
	case "current":
		return c.items[c.at], true, nil
	case "next":
		return Function("next", func(args Arguments) (Value, error) {
			v := c.items[c.at]
			c.at = (c.at + 1) % len(c.items)
			return v, args.bindTo(nil)
		}), true, nil
	case "reset":
		return Function("reset", func(args Arguments) (Value, error) {
			c.at = 0
			return None(), args.bindTo(nil)
		}), true, nil
	case "items":
		return NewTuple(c.items...), true, nil
	case "pos":
		return Int(int64(c.at)), true, nil
	default:
		return Value{}, false, nil
	}
}

// joiner returns nothing when it is first called and its separator from then on.
type joiner struct {
	separator Value
	used      bool
}

func globalJoiner(args Arguments) (Value, error) {
	var p [1]Value
	err := args.bindTo(p[:], "sep?")
	if !given(p[0]) {
		p[0] = String(", ")
	}
	return Value{ref: &joiner{separator: p[0]}}, err
}

func (*joiner) kind() Kind       { return KindFunction }
func (*joiner) typeName() string { return "Joiner" }

func (j *joiner) call(args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	if !j.used {
		j.used = true
		return String(""), nil
	}
	return j.separator, nil
}
