package jinja

// Record describes a Go value as a dict. Its fields are computed when a template reads them, because most templates read a
// few fields of many records. Renders that run at the same time cannot share a dict of a record.
type Record interface {
	// Field returns the value of one field.
	Field(name string) (Value, FieldKind)
	// Fill sets all fields of an empty dict, in their order.
	Fill(d *Dict)
}

// FieldKind says what kind of value a field of a record has.
type FieldKind uint8

// The kinds of fields.
const (
	NoField    FieldKind = iota // there is no such field
	PlainField                  // a text, a number, a bool or None: it may be computed again for each use
	KeptField                   // a template may change the value, so it is computed once
)

// RecordValue returns a record as a dict.
func RecordValue(r Record) Value { return DictValue(&Dict{record: r}) }

// Record returns the record behind a dict, as long as no template has changed the dict or read a field that it may change.
func (d *Dict) Record() (Record, bool) { return d.record, d.record != nil && len(d.entries) == 0 }

// RecordList returns a list of dicts, one for each record.
func RecordList(count int, record func(i int) Record) Value {
	dicts, items := make([]Dict, count), make([]Value, count)
	for i := range dicts {
		dicts[i].record = record(i)
		items[i] = DictValue(&dicts[i])
	}
	return NewList(items...)
}

// recordField returns the value of a field of a record. The entries are those fields that were read before and are kept.
func (d *Dict) recordField(name string) (Value, bool) {
	if i := d.findText(name); i >= 0 {
		return d.entries[i].value.forced(), true
	}
	v, kind := d.record.Field(name)
	if kind == KeptField {
		d.entries = append(d.entries, entry{String(name), v})
	}
	return v.forced(), kind != NoField
}

// all returns the entries. Those of a record are added first.
func (d *Dict) all() []entry {
	if d.record != nil {
		d.fill()
	}
	return d.entries
}

func (d *Dict) fill() {
	from, kept := d.record, d.entries
	d.record, d.entries = nil, nil
	from.Fill(d)
	for _, e := range kept {
		name, _ := e.key.text()
		d.Set(name, e.value)
	}
}
