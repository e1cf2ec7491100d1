package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"strings"
)

// DecodeLoosely decodes JSON as existing clients write it: where the type is a number or a boolean, it accepts a text
// that contains one, such as "16" and "True". It returns what it decoded: raw, or raw with those texts replaced.
// Numbers of unknown type keep their form.
func DecodeLoosely(raw []byte, into any) ([]byte, error) {
	err := decodeWhole(raw, into)
	shape, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok || shape.Value != "string" {
		return raw, err
	}
	loose := loosened(raw, reflect.TypeOf(into))
	if bytes.Equal(loose, raw) {
		return raw, err
	}
	reflect.ValueOf(into).Elem().SetZero() // of values decoded before the text
	return loose, decodeWhole(loose, into)
}

func decodeWhole(raw []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// loosened returns raw with every text replaced that contains a number or a boolean where its type requires one. It
// does not change types that decode themselves.
func loosened(raw json.RawMessage, t reflect.Type) json.RawMessage {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if of, ok := nullableOf(t); ok {
		return loosened(raw, of)
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return raw
	}
	switch t.Kind() {
	case reflect.Bool:
		return loosenedFlag(raw)
	case reflect.Int, reflect.Int64:
		return loosenedNumber(raw)
	case reflect.Struct, reflect.Map:
		return loosenedObject(raw, t)
	case reflect.Slice:
		return loosenedList(raw, t.Elem())
	default:
		return raw
	}
}

func loosenedFlag(raw json.RawMessage) json.RawMessage {
	for _, word := range []string{"true", "false"} {
		if strings.EqualFold(string(bytes.TrimSpace(raw)), `"`+word+`"`) {
			return json.RawMessage(word)
		}
	}
	return raw
}

// loosenedNumber removes the quotes around digits. The decoder checks whether the number fits.
func loosenedNumber(raw json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return raw
	}
	digits, isNegative := strings.CutPrefix(text, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return raw
	}
	digits = strings.TrimLeft(digits[:len(digits)-1], "0") + digits[len(digits)-1:] // JSON has no number like 016
	if isNegative {
		digits = "-" + digits
	}
	return json.RawMessage(digits)
}

func loosenedObject(raw json.RawMessage, t reflect.Type) json.RawMessage {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return raw
	}
	before := maps.Clone(object)
	for name, value := range object {
		if of := typeOfEntry(t, name); of != nil {
			object[name] = loosened(value, of)
		}
	}
	if maps.EqualFunc(before, object, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
		return raw
	}
	return encoded(object, raw)
}

// typeOfEntry returns the type of the value with that name, or nil if the name is unknown. As in encoding/json, names
// are case-insensitive.
func typeOfEntry(t reflect.Type, name string) reflect.Type {
	if t.Kind() == reflect.Map {
		return t.Elem()
	}
	for field := range t.Fields() {
		known, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if known != "-" && strings.EqualFold(known, name) {
			return field.Type
		}
	}
	return nil
}

func loosenedList(raw json.RawMessage, of reflect.Type) json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return raw
	}
	isLooser := false
	for i, element := range list {
		list[i] = loosened(element, of)
		isLooser = isLooser || !bytes.Equal(list[i], element)
	}
	if !isLooser {
		return raw
	}
	return encoded(list, raw)
}

// encoded returns value as JSON, or otherwise if it cannot be encoded. Raw JSON inside value stays unchanged except for
// white space.
func encoded(value any, otherwise json.RawMessage) json.RawMessage {
	var raw bytes.Buffer
	encoder := json.NewEncoder(&raw)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return otherwise
	}
	return bytes.TrimSpace(raw.Bytes())
}
