package compat_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
)

// textField returns a text field of an object.
func textField(t *testing.T, of object, field string) string {
	t.Helper()
	text, ok := of[field].(string)
	if !ok {
		t.Fatalf("%s is %v in %v", field, of[field], of)
	}
	return text
}

// objectField returns an object in an object.
func objectField(t *testing.T, of object, field string) object {
	t.Helper()
	found, ok := of[field].(map[string]any)
	if !ok {
		t.Fatalf("%s is %v in %v", field, of[field], of)
	}
	return found
}

// listField returns the objects in a list of an object.
func listField(t *testing.T, of object, field string) []object {
	t.Helper()
	list, ok := of[field].([]any)
	if !ok {
		t.Fatalf("%s is %v in %v", field, of[field], of)
	}
	found := make([]object, 0, len(list))
	for _, element := range list {
		one, ok := element.(map[string]any)
		if !ok {
			t.Fatalf("an element of %s is %v", field, element)
		}
		found = append(found, one)
	}
	return found
}

// elements returns the elements of a list response.
func elements(t *testing.T, list object) []object {
	t.Helper()
	return listField(t, list, "data")
}

// contains reports whether one of the objects has this value in a field.
func contains(all []object, field string, value any) bool {
	return slices.ContainsFunc(all, func(one object) bool { return one[field] == value })
}

// same reports whether two values are the same JSON.
func same(t *testing.T, a, b any) bool {
	t.Helper()
	return text(t, a) == text(t, b)
}

func text(t *testing.T, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func fields(of object) []string { return slices.Sorted(maps.Keys(of)) }
