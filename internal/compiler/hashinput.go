package compiler

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"strconv"
	"unsafe"

	"github.com/millrace/millrace/internal/sqltext"
)

// hashInput collects the texts that a hash covers. Each has its length, so that different lists never produce the same
// bytes. Its memory is used again for the next node.
type hashInput struct {
	bytes                    []byte
	canonical                []byte
	replaced, spare, pattern []byte // of substitute
}

// field adds texts.
func (h *hashInput) field(texts ...string) {
	for _, text := range texts {
		h.length(len(text))
		h.bytes = append(h.bytes, text...)
	}
}

// canonicalField adds SQL in its canonical form.
func (h *hashInput) canonicalField(sql string) {
	h.canonical = sqltext.AppendCanonical(h.canonical[:0], sql)
	h.length(len(h.canonical))
	h.bytes = append(h.bytes, h.canonical...)
}

func (h *hashInput) length(length int) {
	h.bytes = append(strconv.AppendInt(h.bytes, int64(length), 10), ':')
}

// value adds a free-form value. JSON sorts the keys of its objects, so their order in a file does not matter.
func (h *hashInput) value(open map[string]any) {
	if len(open) == 0 {
		h.field("")
		return
	}
	text, err := json.Marshal(open)
	if err != nil { // not a value that a file can contain
		text = []byte(err.Error())
	}
	h.field(string(text))
}

// substitute returns SQL with names replaced, one name after the other. The result is valid until the next call.
func (h *hashInput) substitute(sql string, names []nameSubstitution) string {
	h.replaced = append(h.replaced[:0], sql...)
	for _, n := range names {
		h.pattern = append(h.pattern[:0], n.inWarehouse...)
		rest := h.replaced
		h.spare = h.spare[:0]
		for at := bytes.Index(rest, h.pattern); at >= 0 && len(h.pattern) > 0; at = bytes.Index(rest, h.pattern) {
			h.spare = append(append(h.spare, rest[:at]...), n.inProject...)
			rest = rest[at+len(h.pattern):]
		}
		h.spare = append(h.spare, rest...)
		h.replaced, h.spare = h.spare, h.replaced
	}
	return unsafe.String(unsafe.SliceData(h.replaced), len(h.replaced)) //nolint:gosec // a copy of each statement would be a tenth of all memory
}

// sum returns the hash and forgets the texts.
func (h *hashInput) sum() [sha256.Size]byte {
	digest := sha256.Sum256(h.bytes)
	h.bytes = h.bytes[:0]
	return digest
}
