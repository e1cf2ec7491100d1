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

// checkFields refuses what encoding/json lets pass and the document does not: a field that is unknown or spelt in another
// case, a field that is missing, and null where there is no null. The body has been decoded before, so its types are
// right; path is where in the body raw is, empty for all of it.
func checkFields(raw []byte, t reflect.Type, path string) error {
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
		return nil // it has checked itself
	}
	switch t.Kind() {
	case reflect.Struct:
		return checkObject(raw, t, path)
	case reflect.Map:
		return checkMap(raw, t.Elem(), path)
	case reflect.Slice:
		return checkList(raw, t.Elem(), path)
	default:
		return nil
	}
}

// nullableOf is the type inside a nullable.Nullable, which is a map by bool: no other type of the wire is.
func nullableOf(t reflect.Type) (reflect.Type, bool) {
	if t.Kind() == reflect.Map && t.Key().Kind() == reflect.Bool {
		return t.Elem(), true
	}
	return nil, false
}

func isNull(raw []byte) bool { return bytes.Equal(bytes.TrimSpace(raw), []byte("null")) }

func checkObject(raw []byte, t reflect.Type, path string) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return err
	}
	known := map[string]reflect.Type{}
	mayBeNull := map[string]bool{}
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		known[name] = field.Type
		mayBeNull[name] = options == "omitempty" && !reflect.PointerTo(t).Implements(reflect.TypeFor[change]())
		if _, given := object[name]; !given && options != "omitempty" {
			return refuse(join(path, name), "is missing", "GET /api/openapi.json says which fields must be there.")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if known[name] == nil {
			return &BodyError{
				Message: fmt.Sprintf("unknown field %q in the body", join(path, name)),
				Hint:    "Remove it, or check its spelling in GET /api/openapi.json.",
			}
		}
		if mayBeNull[name] && isNull(object[name]) {
			continue // clients in the world send null for what they leave out
		}
		if err := checkFields(object[name], known[name], join(path, name)); err != nil {
			return err
		}
	}
	return nil
}

func checkMap(raw []byte, of reflect.Type, path string) error {
	var entries map[string]json.RawMessage
	if err := json.Unmarshal(raw, &entries); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		if err := checkFields(entries[name], of, join(path, name)); err != nil {
			return err
		}
	}
	return nil
}

func checkList(raw []byte, of reflect.Type, path string) error {
	var elements []json.RawMessage
	if err := json.Unmarshal(raw, &elements); err != nil {
		return err
	}
	for i, element := range elements {
		if err := checkFields(element, of, fmt.Sprintf("%s[%d]", path, i)); err != nil {
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
