package jinja

// macro is a macro as a value, with the variables around it.
type macro struct {
	definition *macroDefinition
	frame      *frame
}

func (*macro) kind() Kind       { return KindFunction }
func (*macro) typeName() string { return "Macro" }

func (m *macro) repr(p *printer) {
	name := "anonymous"
	if m.definition.name != "" {
		name = quoted(m.definition.name)
	}
	p.text("<Macro " + name + ">")
}

func (m *macro) attribute(name string) (Value, bool, error) { //nolint:unparam // as attributed wants it
	d := m.definition
	switch name {
	case "name":
		if d.name == "" {
			return None(), true, nil
		}
		return String(d.name), true, nil
	case "arguments":
		names := make([]Value, len(d.parameters))
		for i := range d.parameters {
			names[i] = String(d.parameters[i].name)
		}
		return NewTuple(names...), true, nil
	case "catch_kwargs":
		return Bool(d.kwargs >= 0), true, nil
	case "catch_varargs":
		return Bool(d.varargs >= 0), true, nil
	case "caller":
		return Bool(d.caller >= 0), true, nil
	default:
		return Value{}, false, nil
	}
}

func (m *macro) call(args Arguments) (Value, error) {
	r := m.frame.render
	start := len(r.out)
	returned, isReturn, err := m.write(args)
	if err != nil || isReturn {
		return returned, err
	}
	return String(r.cut(start)), nil
}

// write writes the text of the macro to the output of its render. If the macro calls return(), it writes nothing and returns
// the value.
func (m *macro) write(args Arguments) (returned Value, isReturn bool, err error) {
	d := m.definition
	r := m.frame.render
	if err := r.descend(); err != nil {
		return Value{}, false, err
	}
	defer r.ascend()
	f := r.work.frame(m.frame, d.slots)
	if err := d.bind(f, args); err != nil {
		return Value{}, false, err
	}
	f.enter(d.inits)
	if err := d.defaults(f); err != nil {
		return Value{}, false, err
	}
	start := len(r.out)
	if err := f.exec(d.body); err != nil {
		r.drop(start)
		if v, isReturn := returnedValue(err); isReturn {
			return v, true, nil
		}
		return Value{}, false, err
	}
	if !d.keepsFrame {
		r.work.release(f)
	}
	return Value{}, false, nil
}

// bind assigns the arguments to the slots of the parameters and of the special variables.
func (d *macroDefinition) bind(f *frame, args Arguments) error {
	given := min(len(args.Positional), len(d.parameters))
	for i, v := range args.Positional[:given] {
		f.slots[d.parameters[i].slot] = orUndefined(v)
	}
	rest := d.bindNamed(f, args.Named, given)
	if d.varargs >= 0 {
		f.slots[d.varargs] = NewTuple(append([]Value(nil), args.Positional[given:]...)...)
	} else if len(args.Positional) > len(d.parameters) {
		return typeError("macro %s takes not more than %s", quoted(d.name), plural(len(d.parameters), "argument"))
	}
	if d.kwargs >= 0 {
		if rest == nil {
			rest = NewDict()
		}
		f.slots[d.kwargs] = DictValue(rest)
		return nil
	}
	if rest != nil {
		return typeError("macro %s takes no keyword argument %s", quoted(d.name), rest.entries[0].key.Repr())
	}
	return nil
}

// bindNamed binds the arguments of parameters and returns the rest, or nil if nothing is left.
func (d *macroDefinition) bindNamed(f *frame, named []NamedArgument, given int) *Dict {
	var rest *Dict
	if d.caller >= 0 {
		f.slots[d.caller] = Value{ref: &absent{name: "caller", detail: "No caller defined", kind: absentOther}}
	}
	for _, argument := range named {
		v := orUndefined(argument.Value)
		if i := d.parameter(argument.Name); i >= given {
			f.slots[d.parameters[i].slot] = v
		} else if argument.Name == "caller" && d.caller >= 0 {
			f.slots[d.caller] = v
		} else {
			if rest == nil {
				rest = NewDict()
			}
			rest.Set(argument.Name, v)
		}
	}
	return rest
}

// orUndefined distinguishes an undefined argument from a missing one.
func orUndefined(v Value) Value {
	if v = v.forced(); v.ref == nil {
		return undefinedBecause("the argument is undefined")
	}
	return v
}

func (d *macroDefinition) parameter(name string) int {
	for i := range d.parameters {
		if d.parameters[i].name == name {
			return i
		}
	}
	return -1
}

// defaults sets the parameters without an argument, one after another.
func (d *macroDefinition) defaults(f *frame) error {
	for i := range d.parameters {
		p := &d.parameters[i]
		if f.slots[p.slot].ref != nil {
			continue
		}
		if p.otherwise == nil {
			f.slots[p.slot] = Value{ref: &p.absent}
			continue
		}
		v, err := p.otherwise.eval(f)
		if err != nil {
			return err
		}
		f.slots[p.slot] = v
	}
	return nil
}
