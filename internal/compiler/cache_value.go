package compiler

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
)

// cacheWriter writes the binary form of the cache: numbers as varints, texts with their length.
type cacheWriter struct{ out []byte }

func (w *cacheWriter) number(n int) { w.out = binary.AppendUvarint(w.out, uint64(n)) } //nolint:gosec // lengths, counts and positions

func (w *cacheWriter) text(text string) {
	w.number(len(text))
	w.out = append(w.out, text...)
}

func (w *cacheWriter) digest(d digest) { w.out = append(w.out, d[:]...) }

func (w *cacheWriter) flag(on bool) {
	if on {
		w.out = append(w.out, 1)
		return
	}
	w.out = append(w.out, 0)
}

// The kinds of free-form values.
const (
	valueNull = iota
	valueFalse
	valueTrue
	valueText
	valueWhole
	valueReal
	valueList
	valueMapping
	valueOther
)

// value writes a free-form value with its type, which templates can see. Keys are sorted, so equal values have equal bytes.
func (w *cacheWriter) value(v any) {
	switch v := v.(type) {
	case nil:
		w.number(valueNull)
	case bool:
		if v {
			w.number(valueTrue)
			return
		}
		w.number(valueFalse)
	case string:
		w.number(valueText)
		w.text(v)
	case int64:
		w.number(valueWhole)
		w.out = binary.AppendVarint(w.out, v)
	case float64:
		w.number(valueReal)
		w.out = binary.LittleEndian.AppendUint64(w.out, math.Float64bits(v))
	case []any:
		w.number(valueList)
		w.number(len(v))
		for _, item := range v {
			w.value(item)
		}
	case map[string]any:
		w.number(valueMapping)
		w.number(len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			w.text(key)
			w.value(v[key])
		}
	default: // files contain no other values; a node with one is never taken from the cache
		w.number(valueOther)
		w.text(fmt.Sprintf("%T %#v", v, v))
	}
}

// cacheReader reads what cacheWriter wrote. After an error every result is zero; hasFailed says so.
type cacheReader struct {
	in        string
	hasFailed bool
}

func (r *cacheReader) fail() {
	r.in, r.hasFailed = "", true
}

func (r *cacheReader) number() int {
	n, shift := uint64(0), 0
	for i := range min(len(r.in), binary.MaxVarintLen64) {
		b := r.in[i]
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			r.in = r.in[i+1:]
			if n > math.MaxInt32 {
				break
			}
			return int(n)
		}
		shift += 7
	}
	r.fail()
	return 0
}

// count reads the length of a list whose items take at least one byte each.
func (r *cacheReader) count() int {
	n := r.number()
	if n > len(r.in) {
		r.fail()
		return 0
	}
	return n
}

// bytes reads a number of bytes as a part of the whole text.
func (r *cacheReader) bytes(n int) string {
	if n > len(r.in) {
		r.fail()
		return ""
	}
	text := r.in[:n]
	r.in = r.in[n:]
	return text
}

func (r *cacheReader) text() string { return r.bytes(r.number()) }

func (r *cacheReader) digest() (d digest) {
	copy(d[:], r.bytes(len(d)))
	return d
}

func (r *cacheReader) flag() bool { return r.bytes(1) == "\x01" }

func (r *cacheReader) value() any {
	switch r.number() {
	case valueNull:
		return nil
	case valueFalse:
		return false
	case valueTrue:
		return true
	case valueText:
		return r.text()
	case valueWhole:
		n, size := binary.Varint([]byte(r.in[:min(len(r.in), binary.MaxVarintLen64)]))
		r.bytes(max(size, 1))
		return n
	case valueReal:
		raw := r.bytes(8)
		if r.hasFailed {
			return nil
		}
		return math.Float64frombits(binary.LittleEndian.Uint64([]byte(raw)))
	case valueList:
		list := make([]any, r.count())
		for i := range list {
			list[i] = r.value()
		}
		return list
	case valueMapping:
		count := r.count()
		mapping := make(map[string]any, count)
		for range count {
			key := r.text()
			mapping[key] = r.value()
		}
		return mapping
	default:
		r.fail()
		return nil
	}
}
