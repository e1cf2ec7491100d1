package jinja

import (
	"strconv"
	"strings"
)

// path is the attribute argument of filters such as map and sort: names and numbers with dots between them.
type path []Value

// newPath parses an attribute. Without one the path is empty and returns the item itself.
func newPath(attribute Value) path {
	if !given(attribute) || attribute.IsNone() {
		return nil
	}
	s, ok := attribute.text()
	if !ok {
		return path{attribute}
	}
	if !strings.Contains(s, ".") {
		return path{pathStep(s, attribute)}
	}
	var p path
	for step := range strings.SplitSeq(s, ".") {
		p = append(p, pathStep(step, String(step)))
	}
	return p
}

func pathStep(step string, v Value) Value {
	if step == "" || !isDigit(step[0]) {
		return v
	}
	if n, err := strconv.ParseUint(step, 10, 63); err == nil {
		return Int(int64(n))
	}
	return v
}

// of follows the path. If an attribute is missing, it continues with the default, if there is one.
func (p path) of(item Value, otherwise Value, r *render) (Value, error) {
	for _, step := range p {
		var err error
		if item, err = getItem(item, step, r); err != nil {
			return Value{}, err
		}
		if item.IsUndefined() && given(otherwise) && !otherwise.IsNone() {
			item = otherwise
		}
	}
	return item, nil
}

// sortKey follows the path to the compared value: texts are compared ignoring case, unless requested otherwise.
type sortKey struct {
	path          path
	otherwise     Value
	caseSensitive bool
	render        *render
}

func (k sortKey) of(item Value) (Value, error) {
	v, err := k.path.of(item, k.otherwise, k.render)
	if s, ok := v.text(); ok && !k.caseSensitive && err == nil {
		v = String(lower(s))
		err = k.render.makeText(len(s)) // sorting keeps the keys of all items
	}
	return v, err
}
