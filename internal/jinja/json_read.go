package jinja

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// FromJSON is the function fromjson(text, default), which reads JSON. If the text is not JSON, it returns the default, if one
// is given.
func FromJSON() Value {
	return Function("fromjson", func(args Arguments) (Value, error) {
		var p [2]Value
		if err := args.bindTo(p[:], "text", "default?"); err != nil {
			return Value{}, err
		}
		return fromJSON(p[0], p[1], args.render)
	})
}

// FilterFromJSON is FromJSON as a filter.
func FilterFromJSON(in Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "default?"); err != nil {
		return Value{}, err
	}
	return fromJSON(in, p[0], args.render)
}

func fromJSON(in, otherwise Value, r *render) (Value, error) {
	text, ok := in.text()
	if !ok {
		return Value{}, typeError("the JSON object must be str, not %s", in.typeName())
	}
	if err := r.spend(len(text) / dearText); err != nil {
		return Value{}, err
	}
	j := &jsonReader{render: r, decoder: json.NewDecoder(strings.NewReader(text))}
	j.decoder.UseNumber()
	v, err := j.value(0)
	if err == nil {
		if _, more := j.decoder.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more text after the value")
		}
	}
	if err == nil {
		return v, nil
	}
	if own := (*Error)(nil); errors.As(err, &own) {
		return Value{}, own
	}
	if given(otherwise) {
		return otherwise, nil
	}
	return Value{}, &Error{
		Kind: ValueError, Message: "the text is not JSON: " + strings.TrimPrefix(err.Error(), "json: "),
		Hint: "correct the text, or pass a default: fromjson(text, none)",
	}
}

// jsonReader reads a value with the limits of a render.
type jsonReader struct {
	render  *render
	decoder *json.Decoder
}

func (j *jsonReader) value(depth int) (Value, error) {
	token, err := j.decoder.Token()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return Value{}, err
	}
	if err := j.render.step(); err != nil {
		return Value{}, err
	}
	if depth > maxNesting {
		return Value{}, nestingError()
	}
	switch t := token.(type) {
	case json.Delim:
		return j.container(t, depth)
	case json.Number:
		return jsonNumber(t)
	default:
		return FromGo(token), nil
	}
}

func (j *jsonReader) container(open json.Delim, depth int) (Value, error) {
	var items []Value
	d := NewDict()
	for j.decoder.More() {
		var key Value
		if open == '{' {
			var err error
			if key, err = j.value(depth + 1); err != nil {
				return Value{}, err
			}
		}
		item, err := j.value(depth + 1)
		if err != nil {
			return Value{}, err
		}
		if open == '[' {
			items = append(items, item)
			continue
		}
		if err := d.store(key, item, j.render); err != nil {
			return Value{}, err
		}
	}
	if _, err := j.decoder.Token(); err != nil {
		return Value{}, err
	}
	if open == '[' {
		return NewList(items...), nil
	}
	return DictValue(d), nil
}

// jsonNumber returns an integer or a float. An integer of more than 64 bits is an error, because a float would have other digits.
func jsonNumber(n json.Number) (Value, error) {
	if i, err := n.Int64(); err == nil {
		return Int(i), nil
	}
	if !strings.ContainsAny(string(n), ".eE") {
		return Value{}, &Error{
			Kind: ValueError, Message: fmt.Sprintf("the number %.40s in the JSON text is too large", n),
			Hint: "whole numbers have 64 bits here; write it as a text in quotes, or as a float",
		}
	}
	f, err := n.Float64()
	return Float(f), err
}
