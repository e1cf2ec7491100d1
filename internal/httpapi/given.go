package httpapi

import (
	"github.com/oapi-codegen/nullable"

	"github.com/millrace/millrace/internal/project"
)

// patchField is a field of a PATCH body: absent stays, null clears, a value sets.
func patchField[T any](field nullable.Nullable[T]) project.Optional[T] {
	return givenAs(field, func(v T) T { return v })
}

// givenAs is given for a field whose stored shape is another.
func givenAs[W, T any](field nullable.Nullable[W], shape func(W) T) project.Optional[T] {
	if !field.IsSpecified() {
		return project.Optional[T]{}
	}
	wire, err := field.Get()
	if err != nil { // null
		return project.Optional[T]{Given: true}
	}
	return project.Some(shape(wire))
}

// givenPointer is a field that cannot be cleared.
func givenPointer[T any](field *T) project.Optional[T] {
	if field == nil {
		return project.Optional[T]{}
	}
	return project.Some(*field)
}
