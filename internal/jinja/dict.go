package jinja

import "iter"

// Dict is Python's dict: it keeps the order in which keys were added. Templates may use any hashable key; the methods
// for Go use texts.
type Dict struct {
	entries []entry
	texts   map[string]int  // where the text keys are, once there are more than a few
	others  map[dictKey]int // where the other keys are
	record  Record          // has the entries that are not added yet; nil once all are
	frozen  bool
}

type entry struct{ key, value Value }

// fewKeys is the number of entries up to which a linear search is faster than an index.
const fewKeys = 24

// NewDict returns an empty dict.
func NewDict() *Dict { return &Dict{} }

// NewDictFor returns an empty dict with capacity for a number of entries.
func NewDictFor(entries int) *Dict { return &Dict{entries: make([]entry, 0, entries)} }

// DictValue returns the dict as a value. Copies of the value share the dict.
func DictValue(d *Dict) Value { return Value{ref: d} }

// Len returns the number of entries.
func (d *Dict) Len() int { return len(d.all()) }

// Get returns the value of a text key.
func (d *Dict) Get(key string) (Value, bool) {
	if d.record != nil {
		return d.recordField(key)
	}
	i := d.findText(key)
	if i < 0 {
		return Value{}, false
	}
	return d.entries[i].value.forced(), true
}

// Set adds an entry or replaces its value.
func (d *Dict) Set(key string, v Value) {
	if d.record != nil {
		d.fill()
	}
	if i := d.findText(key); i >= 0 {
		d.entries[i].value = v
		return
	}
	d.entries = append(d.entries, entry{String(key), v})
	d.indexText(key, len(d.entries)-1)
}

// Keys returns the keys in order, those that are no texts as they print.
func (d *Dict) Keys() []string {
	keys := make([]string, len(d.all()))
	for i, e := range d.entries {
		keys[i] = e.key.String()
	}
	return keys
}

// All walks through the entries in order.
func (d *Dict) All() iter.Seq2[Value, Value] {
	return func(yield func(Value, Value) bool) {
		for _, e := range d.all() {
			if !yield(e.key, e.value.forced()) {
				return
			}
		}
	}
}

func (d *Dict) findText(key string) int {
	if d.texts != nil {
		if i, ok := d.texts[key]; ok {
			return i
		}
		return -1
	}
	for i := range d.entries {
		if s, ok := d.entries[i].key.text(); ok && s == key {
			return i
		}
	}
	return -1
}

// indexText is called for every new text key. Reads never build the index, because concurrent renders may read.
func (d *Dict) indexText(key string, at int) {
	if d.texts != nil {
		d.texts[key] = at
	} else if len(d.entries) > fewKeys {
		d.reindex()
	}
}

// reindex rebuilds both indexes.
func (d *Dict) reindex() {
	d.texts, d.others = nil, nil
	if len(d.entries) > fewKeys {
		d.texts = make(map[string]int, len(d.entries))
	}
	for i, e := range d.entries {
		s, ok := e.key.text()
		switch {
		case !ok:
			d.indexOther(e.key, i)
		case d.texts != nil:
			d.texts[s] = i
		}
	}
}

func (d *Dict) indexOther(key Value, at int) {
	k, err := keyOf(key, nil)
	if err != nil {
		return // a key that is in a dict was hashable when it was added
	}
	if d.others == nil {
		d.others = map[dictKey]int{}
	}
	d.others[k] = at
}

// find returns the position of a key, or -1.
func (d *Dict) find(key Value, r *render) (int, error) {
	if d.record != nil {
		d.fill()
	}
	if s, ok := key.text(); ok {
		r.charge(len(s) / textPerStep)
		return d.findText(s), nil
	}
	k, err := keyOf(key, r)
	if err != nil {
		return -1, err
	}
	if i, ok := d.others[k]; ok {
		return i, nil
	}
	return -1, nil
}

func (d *Dict) lookup(key Value, r *render) (Value, bool, error) {
	if s, ok := key.text(); ok {
		r.charge(len(s) / textPerStep)
		v, found := d.Get(s)
		return v, found, nil
	}
	i, err := d.find(key, r)
	if i < 0 {
		return Value{}, false, err
	}
	return d.entries[i].value.forced(), true, nil
}

func (d *Dict) store(key, v Value, r *render) error {
	if err := d.change(); err != nil {
		return err
	}
	if s, ok := key.text(); ok {
		r.charge(len(s) / textPerStep)
		d.Set(s, v)
		return nil
	}
	i, err := d.find(key, r)
	if err != nil {
		return err
	}
	if i >= 0 {
		d.entries[i].value = v
		return nil
	}
	d.entries = append(d.entries, entry{key, v})
	d.indexOther(key, len(d.entries)-1)
	if d.texts == nil && len(d.entries) > fewKeys {
		d.reindex()
	}
	return nil
}

func (d *Dict) remove(i int) {
	d.entries = append(d.entries[:i], d.entries[i+1:]...)
	d.reindex()
}

func (d *Dict) copy() *Dict {
	c := &Dict{entries: append([]entry(nil), d.all()...)}
	c.reindex()
	return c
}

func (d *Dict) change() error {
	if d.frozen {
		return sharedError("dict")
	}
	return nil
}
