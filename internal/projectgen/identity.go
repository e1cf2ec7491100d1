package projectgen

import (
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
)

// identities draws ids from the project's own source of chance, so that they are the same every time.
type identities struct{ chance *rand.Rand }

// next returns a UUID of version 4.
func (i identities) next() string {
	var raw [16]byte
	high, low := i.chance.Uint64(), i.chance.Uint64()
	binary.LittleEndian.PutUint64(raw[:8], high)
	binary.LittleEndian.PutUint64(raw[8:], low)
	raw[6] = raw[6]&0x0f | 0x40
	raw[8] = raw[8]&0x3f | 0x80
	var text [36]byte
	for at, part := range map[int][2]int{0: {0, 4}, 9: {4, 6}, 14: {6, 8}, 19: {8, 10}, 24: {10, 16}} {
		hex.Encode(text[at:], raw[part[0]:part[1]])
	}
	for _, dash := range []int{8, 13, 18, 23} {
		text[dash] = '-'
	}
	return string(text[:])
}
