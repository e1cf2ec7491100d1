package jinja

import "sync"

// lazy is a value that is computed on first use.
type lazy struct {
	once    sync.Once
	compute func() Value
	result  Value
}

// Lazy returns a value that is computed on first use and then kept. The function may be called from any goroutine that
// renders, but only once.
func Lazy(f func() Value) Value { return Value{ref: &lazy{compute: f}} }

func (l *lazy) value() Value {
	l.once.Do(func() {
		l.result = l.compute().forced()
		l.compute = nil
	})
	return l.result
}
