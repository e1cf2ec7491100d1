package httpapi

import (
	"github.com/oapi-codegen/nullable"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
)

// patchField converts a field of a PATCH body: absent keeps, null clears, a value sets.
func patchField[T any](field nullable.Nullable[T]) project.Optional[T] {
	return patchFieldAs(field, func(v T) T { return v })
}

// patchFieldAs is patchField for a field whose stored type differs.
func patchFieldAs[W, T any](field nullable.Nullable[W], shape func(W) T) project.Optional[T] {
	if !field.IsSpecified() {
		return project.Optional[T]{}
	}
	wire, err := field.Get()
	if err != nil { // null
		return project.Optional[T]{Given: true}
	}
	return project.Some(shape(wire))
}

// patchPointer converts a field that cannot be cleared.
func patchPointer[T any](field *T) project.Optional[T] {
	if field == nil {
		return project.Optional[T]{}
	}
	return project.Some(*field)
}

// patchAlias returns the change of a field that a body may contain under two names.
func patchAlias[T comparable](name string, field, alias project.Optional[T]) (project.Optional[T], error) {
	switch {
	case !alias.Given:
		return field, nil
	case field.Given && field != alias:
		return field, fault.New(fault.Invalid, "the body has two different values for %s", name).WithHint("Send %s once.", name)
	default:
		return alias, nil
	}
}
