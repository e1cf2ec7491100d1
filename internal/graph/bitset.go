package graph

import (
	"iter"
	"math/bits"
)

// bitset is a set of positions, 64 per word. The operands of an operation have the same length.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) add(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b bitset) has(i int) bool { return b[i>>6]&(1<<(i&63)) != 0 }

func (b bitset) len() int {
	n := 0
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}

// all returns the members, ascending.
func (b bitset) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range b {
			for ; word != 0; word &= word - 1 {
				if !yield(w<<6 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// merge returns a new set, computed word by word.
func (b bitset) merge(other bitset, word func(x, y uint64) uint64) bitset {
	merged := make(bitset, len(b))
	for i := range b {
		merged[i] = word(b[i], other[i])
	}
	return merged
}
