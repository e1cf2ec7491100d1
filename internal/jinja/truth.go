package jinja

import "unicode/utf8"

// Truth reports whether the value counts as true.
func (v Value) Truth() bool {
	switch ref := v.ref.(type) {
	case nil, *absent:
		return false
	case Kind:
		return v.num != 0 && (ref != KindFloat || v.float() != 0)
	case textPointer:
		return v.num != 0
	case *list:
		return len(ref.items) > 0
	case *tuple:
		return len(ref.items) > 0
	case *Dict:
		return len(ref.all()) > 0
	case *lazy:
		return ref.value().Truth()
	case sized:
		n, err := ref.length()
		return err != nil || n > 0
	default:
		return true
	}
}

// sized is an object that has a length.
type sized interface{ length() (int, error) }

// length is Python's len.
func length(v Value, r *render) (int, error) {
	v = v.forced()
	switch ref := v.ref.(type) {
	case nil, *absent:
		return 0, nil
	case textPointer:
		s, _ := v.text()
		r.charge(len(s) / textPerStep)
		return utf8.RuneCountInString(s), nil
	case *list:
		return len(ref.items), nil
	case *tuple:
		return len(ref.items), nil
	case *Dict:
		return len(ref.all()), nil
	case sized:
		return ref.length()
	default:
		return 0, typeError("object of type %s has no len()", quoted(v.typeName()))
	}
}

// typeName is Python's name of the value's type.
func (v Value) typeName() string {
	v = v.forced()
	switch v.Kind() {
	case KindUndefined:
		return "Undefined"
	case KindNone:
		return "NoneType"
	case KindBool:
		return "bool"
	case KindInt:
		return "int"
	case KindFloat:
		return "float"
	case KindString:
		return "str"
	case KindList:
		return "list"
	case KindTuple:
		return "tuple"
	case KindDict:
		return "dict"
	default:
		o, ok := v.ref.(object)
		if !ok {
			return "object"
		}
		return o.typeName()
	}
}

// objectName returns Jinja2's name of the value as the owner of an attribute.
func (v Value) objectName() string {
	switch v.Kind() {
	case KindNone:
		return "None"
	case KindDict:
		return "dict object"
	default:
		return v.typeName() + " object"
	}
}
