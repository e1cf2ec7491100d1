package jinja

import (
	"strings"
	"unicode/utf8"
)

// attributed is an object with its own attributes.
type attributed interface {
	attribute(name string) (Value, bool, error)
}

// getAttr returns {{ v.name }}: an attribute or method first, an item second.
func getAttr(v Value, name string) (Value, error) {
	v = v.forced()
	if v.IsUndefined() {
		return Value{}, undefinedError(v)
	}
	found, ok, err := ownAttribute(v, name)
	if err != nil || ok {
		return found, err
	}
	if d, ok := v.ref.(*Dict); ok {
		if found, ok := d.Get(name); ok {
			return found, nil
		}
	}
	return missingAttribute(v, name), nil
}

func missingAttribute(v Value, name string) Value {
	if strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") {
		sentence := "access to attribute " + quoted(name) + " of " + quoted(v.typeName()) + " object is unsafe."
		return Value{ref: &absent{name: name, detail: sentence, kind: absentUnsafe}}
	}
	return Value{ref: &absent{name: name, detail: v.objectName(), kind: absentAttribute}}
}

// ownAttribute returns methods and the attributes of objects.
func ownAttribute(v Value, name string) (Value, bool, error) {
	if m := findMethod(v, name); m != nil {
		return Value{ref: &boundMethod{self: v, name: name, body: m}}, true, nil
	}
	switch ref := v.ref.(type) {
	case *tuple:
		for i, n := range ref.names {
			if n == name {
				return ref.items[i], true, nil
			}
		}
	case attributed:
		return ref.attribute(name)
	}
	return Value{}, false, nil
}

// indexed is an object with items.
type indexed interface {
	item(key Value) (Value, bool)
}

// getItem returns {{ v[key] }}: an item first, an attribute second.
func getItem(v, key Value, r *render) (Value, error) {
	v, key = v.forced(), key.forced()
	if v.IsUndefined() {
		return Value{}, undefinedError(v)
	}
	if found, ok := ownItem(v, key, r); ok {
		return found, nil
	}
	name, ok := key.text()
	if !ok {
		return Value{ref: &absent{name: shortRepr(key), detail: v.objectName(), kind: absentElement}}, nil
	}
	found, ok, err := ownAttribute(v, name)
	if err != nil || ok {
		return found, err
	}
	return missingAttribute(v, name), nil
}

func ownItem(v, key Value, r *render) (Value, bool) {
	switch ref := v.ref.(type) {
	case *Dict:
		found, ok, err := ref.lookup(key, r)
		return found, ok && err == nil
	case *list:
		return itemAt(ref.items, key)
	case *tuple:
		return itemAt(ref.items, key)
	case textPointer:
		s, _ := v.text()
		return runeAt(s, key, r)
	case indexed:
		return ref.item(key)
	default:
		return Value{}, false
	}
}

// position turns an index, which counts from the end when negative, into one from the start.
func position(key Value, length int) (int, bool) {
	if !key.isInt() && !key.isBool() {
		return 0, false
	}
	i := key.integer()
	if i < 0 {
		i += int64(length)
	}
	return int(i), i >= 0 && i < int64(length)
}

func itemAt(items []Value, key Value) (Value, bool) {
	i, ok := position(key, len(items))
	if !ok {
		return Value{}, false
	}
	return items[i].forced(), true
}

func runeAt(s string, key Value, r *render) (Value, bool) {
	r.charge(len(s) / textPerStep)
	if isASCII(s) {
		i, ok := position(key, len(s))
		if !ok {
			return Value{}, false
		}
		return String(s[i : i+1]), true
	}
	runes := []rune(s)
	i, ok := position(key, len(runes))
	if !ok {
		return Value{}, false
	}
	return String(string(runes[i])), true
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
