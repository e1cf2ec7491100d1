package jinja

import (
	"encoding/binary"
	"fmt"
	"math"
)

// dictKey is equal for equal keys: 1, 1.0 and True are one key.
type dictKey struct {
	kind Kind
	num  uint64
	text string
	ref  any
}

// keyOf returns the key of a hashable value.
func keyOf(v Value, r *render) (dictKey, error) {
	v = v.forced()
	switch k := v.Kind(); k {
	case KindUndefined, KindNone:
		return dictKey{kind: k}, nil
	case KindBool, KindInt:
		return dictKey{kind: KindInt, num: v.num}, nil
	case KindFloat:
		return floatKey(v.float()), nil
	case KindString:
		s, _ := v.text()
		r.charge(len(s) / textPerStep)
		return dictKey{kind: k, text: s}, nil
	case KindTuple:
		text, err := appendTupleKey(nil, v, r, 0)
		return dictKey{kind: k, text: string(text)}, err
	case KindList, KindDict:
		return dictKey{}, typeError("unhashable type: %s", quoted(v.typeName()))
	default:
		return dictKey{kind: k, ref: v.ref}, nil
	}
}

func floatKey(f float64) dictKey {
	if f == math.Trunc(f) && math.Abs(f) < 1<<63 {
		return dictKey{kind: KindInt, num: Int(int64(f)).num}
	}
	return dictKey{kind: KindFloat, num: math.Float64bits(f)}
}

// appendTupleKey writes the keys of the items one after another, each with its length, so that no two tuples meet.
func appendTupleKey(dst []byte, v Value, r *render, depth int) ([]byte, error) {
	t, ok := v.ref.(*tuple)
	if !ok {
		k, err := keyOf(v, r)
		dst = append(dst, byte(k.kind))
		dst = binary.AppendUvarint(dst, k.num)
		dst = binary.AppendUvarint(dst, uint64(len(k.text)))
		dst = append(dst, k.text...)
		if k.ref != nil {
			dst = fmt.Appendf(dst, "%p", k.ref)
		}
		return dst, err
	}
	if depth > maxNesting {
		return dst, nestingError()
	}
	dst = append(dst, byte(KindTuple))
	dst = binary.AppendUvarint(dst, uint64(len(t.items)))
	for _, item := range t.items {
		if err := r.step(); err != nil {
			return dst, err
		}
		var err error
		if dst, err = appendTupleKey(dst, item.forced(), r, depth+1); err != nil {
			return dst, err
		}
	}
	return dst, nil
}
