package jinja

// dictMethods are the methods of dicts. They go before keys of the same name.
var dictMethods = map[string]method{
	"clear":      dictClear,
	"copy":       dictCopy,
	"get":        dictGet,
	"items":      viewMethod("dict_items", entryPair),
	"keys":       viewMethod("dict_keys", entryKey),
	"pop":        dictPop,
	"popitem":    dictPopitem,
	"setdefault": dictSetdefault,
	"update":     dictUpdate,
	"values":     viewMethod("dict_values", entryValue),
}

func asDict(self Value) (*Dict, error) {
	d, ok := self.ref.(*Dict)
	if !ok {
		return nil, typeError("expected a dict, not %s", self.typeName())
	}
	return d, nil
}

func viewMethod(name string, pick func(entry) Value) method {
	return func(self Value, args Arguments) (Value, error) {
		if err := args.bindTo(nil); err != nil {
			return Value{}, err
		}
		d, err := asDict(self)
		return Value{ref: &dictView{dict: d, pick: pick, name: name}}, err
	}
}

func dictGet(self Value, args Arguments) (Value, error) {
	if len(args.Named) > 0 {
		return Value{}, typeError("dict.get() takes no keyword arguments")
	}
	var p [2]Value
	if err := args.bindTo(p[:], "key", "default?"); err != nil {
		return Value{}, err
	}
	d, err := asDict(self)
	if err != nil {
		return Value{}, err
	}
	v, ok, err := d.lookup(p[0], args.render)
	switch {
	case err != nil || ok:
		return v, err
	case given(p[1]):
		return p[1], nil
	default:
		return None(), nil
	}
}

func dictUpdate(self Value, args Arguments) (Value, error) {
	d, err := asDict(self)
	if err != nil {
		return Value{}, err
	}
	return None(), updateDict(d, args)
}

func dictPop(self Value, args Arguments) (Value, error) {
	var p [2]Value
	if err := args.bindTo(p[:], "key", "default?"); err != nil {
		return Value{}, err
	}
	d, err := asDict(self)
	if err != nil {
		return Value{}, err
	}
	if err := d.change(); err != nil {
		return Value{}, err
	}
	i, err := d.find(p[0], args.render)
	switch {
	case err != nil:
		return Value{}, err
	case i >= 0:
		v := d.entries[i].value.forced()
		args.render.charge(len(d.entries))
		d.remove(i)
		return v, nil
	case given(p[1]):
		return p[1], nil
	default:
		return Value{}, failure(LookupError, "%s is not a key of the dict", shortRepr(p[0]))
	}
}

func dictPopitem(self Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	d, err := asDict(self)
	if err != nil {
		return Value{}, err
	}
	if err := d.change(); err != nil {
		return Value{}, err
	}
	last := len(d.all()) - 1
	if last < 0 {
		return Value{}, failure(LookupError, "popitem(): dictionary is empty")
	}
	pair := entryPair(d.entries[last])
	args.render.charge(len(d.entries))
	d.remove(last)
	return pair, nil
}

func dictSetdefault(self Value, args Arguments) (Value, error) {
	var p [2]Value
	if err := args.bindTo(p[:], "key", "default?"); err != nil {
		return Value{}, err
	}
	d, err := asDict(self)
	if err != nil {
		return Value{}, err
	}
	v, ok, err := d.lookup(p[0], args.render)
	if err != nil || ok {
		return v, err
	}
	if !given(p[1]) {
		p[1] = None()
	}
	return p[1], d.store(p[0], p[1], args.render)
}

func dictCopy(self Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	d, err := asDict(self)
	if err != nil {
		return Value{}, err
	}
	if err := args.render.makeItems(len(d.all())); err != nil {
		return Value{}, err
	}
	return DictValue(d.copy()), nil
}

func dictClear(self Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	d, err := asDict(self)
	if err != nil {
		return Value{}, err
	}
	if err := d.change(); err != nil {
		return Value{}, err
	}
	d.entries, d.record = nil, nil
	d.reindex()
	return None(), nil
}
