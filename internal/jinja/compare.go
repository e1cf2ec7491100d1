package jinja

import (
	"math"
	"strings"
)

// comparer compares values deeply, within the limits of a render, if there is one.
type comparer struct {
	render *render
	depth  int
}

// enter is called for each pair of containers.
func (c *comparer) enter() error {
	if c.depth++; c.depth > maxNesting {
		return nestingError()
	}
	return c.render.step()
}

// equal is Python's ==.
func (c *comparer) equal(a, b Value) (bool, error) {
	a, b = a.forced(), b.forced()
	switch ref := a.ref.(type) {
	case nil, *absent:
		return b.IsUndefined(), nil
	case Kind:
		return equalScalars(a, b), nil
	case textPointer:
		s, _ := a.text()
		t, ok := b.text()
		c.render.charge(min(len(s), len(t)) / textPerStep)
		return ok && s == t, nil
	case equaler:
		return ref.equal(b), nil
	default:
		return c.equalContainers(a, b)
	}
}

// equalContainers compares values that are neither scalars nor texts; a value that is not a list, tuple or dict equals
// only itself.
func (c *comparer) equalContainers(a, b Value) (bool, error) {
	if a.ref == b.ref || a.Kind() != b.Kind() {
		return a.ref == b.ref, nil
	}
	switch ref := a.ref.(type) {
	case *list, *tuple:
		return c.equalItems(sequence(a), sequence(b))
	case *Dict:
		other, ok := b.ref.(*Dict)
		if !ok {
			return false, nil
		}
		return c.equalDicts(ref, other)
	default:
		return false, nil
	}
}

// equaler is an object that can be equal to another object.
type equaler interface{ equal(other Value) bool }

func equalScalars(a, b Value) bool {
	if isNumber(a) && isNumber(b) {
		return compareNumbers(a, b) == 0
	}
	return a.scalar() == b.scalar() && a.scalar() == KindNone
}

func (c *comparer) equalItems(a, b []Value) (bool, error) {
	if len(a) != len(b) {
		return false, nil
	}
	i, err := c.firstDifference(a, b)
	return i == len(a), err
}

// firstDifference returns the first index at which the items differ, or the length of the shorter slice.
func (c *comparer) firstDifference(a, b []Value) (int, error) {
	if err := c.enter(); err != nil {
		return 0, err
	}
	defer func() { c.depth-- }()
	n := min(len(a), len(b))
	for i := range n {
		if err := c.render.step(); err != nil {
			return 0, err
		}
		if equal, err := c.equal(a[i], b[i]); err != nil || !equal {
			return i, err
		}
	}
	return n, nil
}

func (c *comparer) equalDicts(a, b *Dict) (bool, error) {
	if len(a.all()) != len(b.all()) {
		return false, nil
	}
	if err := c.enter(); err != nil {
		return false, err
	}
	defer func() { c.depth-- }()
	for _, e := range a.entries {
		if err := c.render.step(); err != nil {
			return false, err
		}
		other, ok, err := b.lookup(e.key, c.render)
		if err != nil || !ok {
			return false, err
		}
		if equal, err := c.equal(e.value, other); err != nil || !equal {
			return false, err
		}
	}
	return true, nil
}

// unordered is the result of a comparison with NaN.
const unordered = 2

// order compares as <, <=, > and >= do: negative, zero, positive or unordered. The operator is for the message.
func (c *comparer) order(a, b Value, operator string) (int, error) {
	a, b = a.forced(), b.forced()
	if a.IsUndefined() {
		return 0, undefinedError(a)
	}
	if b.IsUndefined() {
		return 0, undefinedError(b)
	}
	if isNumber(a) && isNumber(b) {
		return compareNumbers(a, b), nil
	}
	s, sok := a.text()
	if t, ok := b.text(); ok && sok {
		c.render.charge(min(len(s), len(t)) / textPerStep)
		return strings.Compare(s, t), nil
	}
	if a.Kind() == b.Kind() && (a.Kind() == KindList || a.Kind() == KindTuple) {
		return c.orderItems(sequence(a), sequence(b), operator)
	}
	return 0, typeError("%s not supported between instances of %s and %s",
		quoted(operator), quoted(a.typeName()), quoted(b.typeName()))
}

func (c *comparer) orderItems(a, b []Value, operator string) (int, error) {
	i, err := c.firstDifference(a, b)
	if err != nil {
		return 0, err
	}
	if i < len(a) && i < len(b) {
		return c.order(a[i], b[i], operator)
	}
	return len(a) - len(b), nil
}

// sequence returns the items of a list or tuple.
func sequence(v Value) []Value {
	switch ref := v.ref.(type) {
	case *list:
		return ref.items
	case *tuple:
		return ref.items
	default:
		return nil
	}
}

func isNumber(v Value) bool {
	switch v.scalar() {
	case KindBool, KindInt, KindFloat:
		return true
	default:
		return false
	}
}

// compareNumbers compares exactly, also a float with a whole number that no float can represent.
func compareNumbers(a, b Value) int {
	switch {
	case !a.isFloat() && !b.isFloat():
		return compareOrdered(a.integer(), b.integer())
	case a.isFloat() && b.isFloat():
		return compareFloats(a.float(), b.float())
	case a.isFloat():
		return -compareIntFloat(b.integer(), a.float())
	default:
		return compareIntFloat(a.integer(), b.float())
	}
}

func compareFloats(a, b float64) int {
	if math.IsNaN(a) || math.IsNaN(b) {
		return unordered
	}
	return compareOrdered(a, b)
}

func compareIntFloat(i int64, f float64) int {
	switch {
	case math.IsNaN(f):
		return unordered
	case f >= 1<<63:
		return -1
	case f < -1<<63:
		return 1
	}
	if o := compareOrdered(i, int64(f)); o != 0 {
		return o
	}
	return compareOrdered(0, f-math.Trunc(f))
}

func compareOrdered[T int | int64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	default:
		return 0
	}
}
