package jinja

// namespace is an object whose attributes set can change from anywhere.
type namespace struct{ values *Dict }

func (*namespace) kind() Kind       { return KindObject }
func (*namespace) typeName() string { return "Namespace" }

func (n *namespace) attribute(name string) (Value, bool, error) { //nolint:unparam // as attributed wants it
	v, ok := n.values.Get(name)
	return v, ok, nil
}

func (n *namespace) repr(p *printer) {
	p.text("<Namespace ")
	p.dict(n.values)
	p.text(">")
}
