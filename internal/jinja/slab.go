package jinja

// slab hands out zero values that are allocated several at a time. What one slab returns is freed together, which suits
// the nodes of a template.
type slab[T any] struct {
	free []T
	next int // size of the next allocation
}

func (s *slab[T]) take() *T {
	if len(s.free) == 0 {
		s.next = min(max(2*s.next, 4), 32)
		s.free = make([]T, s.next)
	}
	taken := &s.free[0]
	s.free = s.free[1:]
	return taken
}
