package jinja

// dictView is the result of keys(), values() and items(): it shows the current content of the dict.
type dictView struct {
	dict *Dict
	pick func(entry) Value
	name string // Python's name of the type
}

func (*dictView) kind() Kind             { return KindObject }
func (v *dictView) typeName() string     { return v.name }
func (v *dictView) length() (int, error) { return len(v.dict.all()), nil } //nolint:unparam // as sized wants it
func (v *dictView) iterate() iterator    { return newDictIterator(v.dict, v.pick) }

func (v *dictView) repr(p *printer) {
	var items []Value
	for _, e := range v.dict.all() {
		if 2*len(items) > p.max {
			break // too many for the memory; the printer reports it
		}
		items = append(items, v.pick(e))
	}
	p.text(v.name + "(")
	p.container(v, "[", "]", items)
	p.text(")")
}
