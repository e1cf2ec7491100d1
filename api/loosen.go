package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"strings"
)

// DecodeLoosely reads JSON as clients in the world write it: where a number or a yes or no is wanted, a text that holds one
// is taken for it, such as "16" and "True". It gives what it read: raw, or raw with those texts replaced. Numbers of no
// certain type stay as they are written.
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
	reflect.ValueOf(into).Elem().SetZero() // of what was read before the text
	return loose, decodeWhole(loose, into)
}

func decodeWhole(raw []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// loosened is raw with every text replaced that holds a number or a yes or no, where its type wants that. A type that reads
// itself is left alone.
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

// loosenedNumber takes digits out of their quotes. Whether the number fits is for the decoder to say.
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

// typeOfEntry is the type of what stands under a name; nil when nobody knows the name. As in encoding/json the case of a
// name does not matter.
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

// encoded is a value as JSON; otherwise when that cannot be. What it holds of JSON stays to the letter, but for blanks.
func encoded(value any, otherwise json.RawMessage) json.RawMessage {
	var raw bytes.Buffer
	encoder := json.NewEncoder(&raw)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return otherwise
	}
	return bytes.TrimSpace(raw.Bytes())
}
