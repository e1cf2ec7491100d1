package jinja

import "strconv"

// rangeObject is the result of range: integers that are computed, not stored.
type rangeObject struct{ start, stop, step int64 }

func (*rangeObject) kind() Kind       { return KindObject }
func (*rangeObject) typeName() string { return "range" }

func (o *rangeObject) repr(p *printer) {
	p.text("range(" + strconv.FormatInt(o.start, 10) + ", " + strconv.FormatInt(o.stop, 10))
	if o.step != 1 {
		p.text(", " + strconv.FormatInt(o.step, 10))
	}
	p.text(")")
}

// count returns the number of items. Unsigned numbers, because the bounds may be as far apart as can be.
func (o *rangeObject) count() uint64 {
	start, stop, step := uint64(o.start), uint64(o.stop), uint64(o.step) //nolint:gosec // differences are exact anyway
	switch {
	case o.step > 0 && o.start < o.stop:
		return (stop-start-1)/step + 1
	case o.step < 0 && o.start > o.stop:
		return (start-stop-1)/(-step) + 1
	default:
		return 0
	}
}

func (o *rangeObject) length() (int, error) {
	n := o.count()
	if n > 1<<62 {
		return 0, overflowError()
	}
	return int(n), nil
}

func (o *rangeObject) at(i int) int64 { return o.start + int64(i)*o.step }

func (o *rangeObject) item(key Value) (Value, bool) {
	n, err := o.length()
	if err != nil {
		return Value{}, false
	}
	i, ok := position(key, n)
	if !ok {
		return Value{}, false
	}
	return Int(o.at(i)), true
}

func (o *rangeObject) slice(c cut) Value {
	return Value{ref: &rangeObject{o.at(c.start), o.at(c.start + c.count*c.step), o.step * int64(c.step)}}
}

func (o *rangeObject) contains(v Value) (bool, error) { //nolint:unparam // as container wants it
	if !isNumber(v) {
		return false, nil
	}
	n := v.integer()
	if v.isFloat() {
		var err error
		if n, err = floatToInt(v.float()); err != nil || float64(n) != v.float() {
			return false, nil //nolint:nilerr // it contains only integers
		}
	}
	inside := n >= o.start && n < o.stop
	if o.step < 0 {
		inside = n <= o.start && n > o.stop
	}
	return inside && (n-o.start)%o.step == 0, nil
}

func (o *rangeObject) equal(other Value) bool {
	b, ok := other.ref.(*rangeObject)
	if !ok || o.count() != b.count() {
		return false
	}
	return o.count() == 0 || o.start == b.start && (o.count() == 1 || o.step == b.step)
}

func (o *rangeObject) iterate() iterator {
	return &rangeIterator{upcoming: o.start, step: o.step, left: o.count()}
}

type rangeIterator struct {
	upcoming int64
	step     int64
	left     uint64
}

func (it *rangeIterator) next() (Value, bool, error) {
	if it.left == 0 {
		return Value{}, false, nil
	}
	v := it.upcoming
	it.upcoming += it.step
	it.left--
	return Int(v), true, nil
}
