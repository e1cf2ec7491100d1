package jinja

// dictView is what keys(), values() and items() give: it shows the dict as it is when looked at.
type dictView struct {
	dict *Dict
	pick func(entry) Value
	name string // Python's name of the type
}

func (*dictView) kind() Kind             { return KindObject }
func (v *dictView) typeName() string     { return v.name }
func (v *dictView) length() (int, error) { return len(v.dict.entries), nil } //nolint:unparam // as sized wants it
func (v *dictView) iterate() iterator    { return newDictIterator(v.dict, v.pick) }

func (v *dictView) repr(p *printer) {
	items := make([]Value, len(v.dict.entries))
	for i, e := range v.dict.entries {
		items[i] = v.pick(e)
	}
	p.text(v.name + "(")
	p.container(v, "[", "]", items)
	p.text(")")
}
