package jinja

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// FromGo converts a Go value: nil, booleans, numbers, strings, slices and maps of them, or a Value. Keys of a map are
// sorted, so that a render is deterministic. Any other value becomes its text.
func FromGo(v any) Value {
	switch v := v.(type) {
	case nil:
		return None()
	case Value:
		return v
	case bool:
		return Bool(v)
	case string:
		return String(v)
	case float32:
		return Float(float64(v))
	case float64:
		return Float(v)
	case *Dict:
		return DictValue(v)
	default:
		return fromNumberOrContainer(v)
	}
}

func fromNumberOrContainer(v any) Value {
	switch v := v.(type) {
	case int:
		return Int(int64(v))
	case int8:
		return Int(int64(v))
	case int16:
		return Int(int64(v))
	case int32:
		return Int(int64(v))
	case int64:
		return Int(v)
	case uint8:
		return Int(int64(v))
	case uint16:
		return Int(int64(v))
	case uint32:
		return Int(int64(v))
	case uint:
		return fromUnsigned(uint64(v))
	case uint64:
		return fromUnsigned(v)
	default:
		return fromContainer(v)
	}
}

// fromUnsigned converts values in range exactly; larger ones are rounded, which is better than a wrong sign.
func fromUnsigned(n uint64) Value {
	if n > math.MaxInt64 {
		return Float(float64(n))
	}
	return Int(int64(n))
}

func fromContainer(v any) Value {
	switch v := v.(type) {
	case []any:
		return fromSlice(v)
	case []string:
		return fromSlice(v)
	case []Value:
		return NewList(v...)
	case map[string]any:
		return fromMap(v)
	case map[string]string:
		return fromMap(v)
	case map[string]Value:
		return fromMap(v)
	default:
		return String(fmt.Sprint(v))
	}
}

func fromSlice[T any](items []T) Value {
	values := make([]Value, len(items))
	for i, item := range items {
		values[i] = FromGo(item)
	}
	return NewList(values...)
}

func fromMap[T any](m map[string]T) Value {
	d := NewDict()
	for _, key := range slices.Sorted(maps.Keys(m)) {
		d.Set(key, FromGo(m[key]))
	}
	return DictValue(d)
}
