package jinja

// method implements {{ self.name(args) }}.
type method func(self Value, args Arguments) (Value, error)

// apply calls the method once its texts are paid for.
func (m method) apply(self Value, args Arguments) (Value, error) {
	if err := args.pay(self); err != nil {
		return Value{}, err
	}
	return m(self, args)
}

// boundMethod is a method with the value it belongs to.
type boundMethod struct {
	self Value
	name string
	body method
}

func (m *boundMethod) kind() Kind       { return KindFunction }
func (m *boundMethod) typeName() string { return "builtin_function_or_method" }

func (m *boundMethod) repr(p *printer) {
	p.text("<built-in method " + m.name + " of " + m.self.typeName() + " object>")
}

func (m *boundMethod) call(args Arguments) (Value, error) {
	args.Function = m.name
	return m.body.apply(m.self, args)
}

// findMethod returns a method of a text, list, tuple or dict, or nil.
func findMethod(v Value, name string) method {
	switch v.ref.(type) {
	case textPointer:
		if name == "format" {
			return textFormat // not in the table, which it needs itself to read fields
		}
		return textMethods[name]
	case *Dict:
		return dictMethods[name]
	case *list:
		return listMethods[name]
	case *tuple:
		return tupleMethods[name]
	default:
		return nil
	}
}
