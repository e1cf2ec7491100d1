package project

// Given is a value that a change may carry. Not given means unchanged; given and empty clears.
type Given[T any] struct {
	Given bool
	Value T
}

// Give makes a given value.
func Give[T any](value T) Given[T] { return Given[T]{Given: true, Value: value} }

func (g Given[T]) set(target *T) {
	if g.Given {
		*target = g.Value
	}
}
