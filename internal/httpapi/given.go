package httpapi

import (
	"github.com/oapi-codegen/nullable"

	"github.com/millrace/millrace/internal/project"
)

// given is a field of a PATCH body: absent stays, null clears, a value sets.
func given[T any](field nullable.Nullable[T]) project.Given[T] {
	return givenAs(field, func(v T) T { return v })
}

// givenAs is given for a field whose stored shape is another.
func givenAs[W, T any](field nullable.Nullable[W], shape func(W) T) project.Given[T] {
	if !field.IsSpecified() {
		return project.Given[T]{}
	}
	wire, err := field.Get()
	if err != nil { // null
		return project.Given[T]{Given: true}
	}
	return project.Give(shape(wire))
}

// givenPointer is a field that cannot be cleared.
func givenPointer[T any](field *T) project.Given[T] {
	if field == nil {
		return project.Given[T]{}
	}
	return project.Give(*field)
}
