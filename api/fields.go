package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// fieldCheck rejects what encoding/json accepts and the document does not: a missing field, a field in another case,
// and null for a field that is not nullable. The body has been decoded before, so its types are correct. path is always
// the position of raw in the body, "" for the whole body.
type fieldCheck struct {
	strict   bool // reject unknown fields too
	isChange bool // the body changes an existing resource
}

func (c fieldCheck) value(raw []byte, t reflect.Type, path string) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if of, ok := nullableOf(t); ok {
		if isNull(raw) {
			return nil
		}
		t = of
	}
	if t.Kind() == reflect.Interface {
		return nil
	}
	if isNull(raw) {
		return refuse(path, "cannot be null", "Leave it out, or give it a value.")
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil // it has validated itself
	}
	switch t.Kind() {
	case reflect.Struct:
		return c.object(raw, t, path)
	case reflect.Map:
		return c.entries(raw, t.Elem(), path)
	case reflect.Slice:
		return c.list(raw, t.Elem(), path)
	default:
		return nil
	}
}

// nullableOf returns the type inside a nullable.Nullable, which is a map with bool keys; no other wire type is.
func nullableOf(t reflect.Type) (reflect.Type, bool) {
	if t.Kind() == reflect.Map && t.Key().Kind() == reflect.Bool {
		return t.Elem(), true
	}
	return nil, false
}

// takesNull reports whether null is a value of the type.
func takesNull(t reflect.Type) bool {
	_, isNullable := nullableOf(t)
	return isNullable || t.Kind() == reflect.Interface
}

func isNull(raw []byte) bool { return bytes.Equal(bytes.TrimSpace(raw), []byte("null")) }

// knownField is a field of the document.
type knownField struct {
	of         reflect.Type
	isOptional bool
	mayBeNull  bool // null then is the same as an absent field
}

// fieldsOf returns the fields of a type by name. In a change null clears a field, so there it is not the same as an
// absent field.
func (c fieldCheck) fieldsOf(t reflect.Type) map[string]knownField {
	clears := c.isChange && reflect.PointerTo(t).Implements(reflect.TypeFor[change]())
	known := make(map[string]knownField, t.NumField())
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		isOptional := options == "omitempty"
		known[name] = knownField{of: field.Type, isOptional: isOptional, mayBeNull: isOptional && !clears}
	}
	return known
}

func (c fieldCheck) object(raw []byte, t reflect.Type, path string) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return err
	}
	known := c.fieldsOf(t)
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if _, given := object[name]; !given && !known[name].isOptional {
			return refuse(join(path, name), "is missing", "GET /api/openapi.json lists the required fields.")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		field, ok := known[name]
		if !ok {
			if err := c.unknown(name, known, path); err != nil {
				return err
			}
			continue
		}
		if err := c.field(object[name], field, join(path, name)); err != nil {
			return err
		}
	}
	return nil
}

// field checks the value of a known field.
func (c fieldCheck) field(raw []byte, field knownField, path string) error {
	switch {
	case !isNull(raw):
		return c.value(raw, field.of, path)
	case field.mayBeNull:
		return nil // existing clients send null for absent fields
	case !field.isOptional && !takesNull(field.of):
		return refuse(path, "cannot be null", "Give it a value.")
	default:
		return c.value(raw, field.of, path)
	}
}

// unknown checks a field that the document does not have. It always rejects a field that differs from a known one only
// in case, because encoding/json decodes it as that field, unchecked.
func (c fieldCheck) unknown(name string, known map[string]knownField, path string) error {
	message := fmt.Sprintf("unknown field %q in the body", join(path, name))
	for meant := range known {
		if strings.EqualFold(meant, name) {
			return &BodyError{Message: message, Hint: fmt.Sprintf("Write it as %q.", join(path, meant))}
		}
	}
	if c.strict {
		return &BodyError{Message: message, Hint: "Remove it, or check its spelling in GET /api/openapi.json."}
	}
	return nil
}

func (c fieldCheck) entries(raw []byte, of reflect.Type, path string) error {
	var entries map[string]json.RawMessage
	if err := json.Unmarshal(raw, &entries); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		if err := c.value(entries[name], of, join(path, name)); err != nil {
			return err
		}
	}
	return nil
}

func (c fieldCheck) list(raw []byte, of reflect.Type, path string) error {
	var elements []json.RawMessage
	if err := json.Unmarshal(raw, &elements); err != nil {
		return err
	}
	for i, element := range elements {
		if err := c.value(element, of, fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	return nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func refuse(path, what, hint string) error {
	where := "the body"
	if path != "" {
		where = "field " + path
	}
	return &BodyError{Message: where + " " + what, Hint: hint}
}
