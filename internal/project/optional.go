package project

// Optional is an optional value of a change. Not given means unchanged; given and empty clears.
type Optional[T any] struct {
	Given bool
	Value T
}

// Some returns a given value.
func Some[T any](value T) Optional[T] { return Optional[T]{Given: true, Value: value} }

func (g Optional[T]) set(target *T) {
	if g.Given {
		*target = g.Value
	}
}
