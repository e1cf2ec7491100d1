package jinja

import (
	"math"
	"unsafe"
)

// Kind is the kind of a Value.
type Kind uint8

// The kinds of values. A lazy value has the kind of its result.
const (
	KindUndefined Kind = iota
	KindNone
	KindBool
	KindInt
	KindFloat
	KindString
	KindList
	KindTuple
	KindDict
	KindFunction // anything callable: functions, macros, methods
	KindIterator // a lazy sequence, which can be walked through once
	KindObject   // namespaces, ranges, loops and the like
)

// Value is a value of the template language. It is small and cheap to copy; lists, dicts and other containers are
// shared by their copies, as in Python. The zero Value is undefined.
type Value struct {
	_ [0]func() // values are compared with Equal, not with ==

	// ref contains the kind of a scalar, the bytes of a string, or a pointer to anything else.
	ref any
	// num contains a bool, an int, the bits of a float, or the length of a string.
	num uint64
}

// textPointer is the first byte of a string. Kept as a pointer it fits into an interface without an allocation.
type textPointer *byte

// None is Python's None.
func None() Value { return Value{ref: KindNone} }

// Bool is True or False.
func Bool(b bool) Value {
	if b {
		return Value{ref: KindBool, num: 1}
	}
	return Value{ref: KindBool}
}

// Int returns an integer.
func Int(i int64) Value {
	return Value{ref: KindInt, num: uint64(i)} //nolint:gosec // the bits are kept, and read back by asInt
}

// Float returns a floating point number.
func Float(f float64) Value { return Value{ref: KindFloat, num: math.Float64bits(f)} }

// String returns a text. It should be valid UTF-8.
func String(s string) Value {
	return Value{ref: textPointer(unsafe.StringData(s)), num: uint64(len(s))} //nolint:gosec // undone in text only
}

// text returns the string of a value that contains one.
func (v Value) text() (string, bool) {
	p, ok := v.ref.(textPointer)
	if !ok {
		return "", false
	}
	return unsafe.String((*byte)(p), int(v.num)), true //nolint:gosec // the inverse of String
}

// scalar returns the kind of a bool, a number or None, and KindUndefined for everything else.
func (v Value) scalar() Kind {
	k, _ := v.ref.(Kind)
	return k
}

func (v Value) isInt() bool   { return v.scalar() == KindInt }
func (v Value) isFloat() bool { return v.scalar() == KindFloat }
func (v Value) isBool() bool  { return v.scalar() == KindBool }

// integer returns the bits of an int or a bool as a number.
func (v Value) integer() int64 { return int64(v.num) } //nolint:gosec // the reverse of Int

func (v Value) float() float64 { return math.Float64frombits(v.num) }

// Kind returns the kind of the value.
func (v Value) Kind() Kind {
	switch ref := v.ref.(type) {
	case nil, *absent:
		return KindUndefined
	case Kind:
		return ref
	case textPointer:
		return KindString
	case *list:
		return KindList
	case *tuple:
		return KindTuple
	case *Dict:
		return KindDict
	case *lazy:
		return ref.value().Kind()
	case object:
		return ref.kind()
	default:
		return KindObject
	}
}

// object is everything that is neither a scalar nor a list, tuple or dict.
type object interface {
	kind() Kind
	// typeName is Python's name of the type, for messages.
	typeName() string
}

// forced returns the value itself, or the result of a lazy value.
func (v Value) forced() Value {
	if l, ok := v.ref.(*lazy); ok {
		return l.value()
	}
	return v
}
