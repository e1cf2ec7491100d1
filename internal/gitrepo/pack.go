package gitrepo

import (
	"context"
	"crypto/sha1" //nolint:gosec // the checksum of a pack is this one
	"encoding/binary"
	"io"
	"slices"
)

// packSignature begins a pack, before the version and the number of objects.
const (
	packSignature = "PACK"
	packVersion   = 2
)

// writePack sends objects as a pack. They are stored as packs have them, so they are only passed on.
func (r *Repository) writePack(ctx context.Context, w io.Writer, names []Hash) error {
	sum := sha1.New() //nolint:gosec // see above
	out := io.MultiWriter(w, sum)
	head := binary.BigEndian.AppendUint32([]byte(packSignature), packVersion)
	head = binary.BigEndian.AppendUint32(head, uint32(len(names))) //nolint:gosec // far fewer than that many fit into a repository
	if _, err := out.Write(head); err != nil {
		return err
	}
	for some := range slices.Chunk(names, batch) {
		objects, err := r.load(ctx, some)
		if err != nil {
			return err
		}
		for _, name := range some {
			if err := writeEntry(out, objects[name]); err != nil {
				return err
			}
		}
	}
	_, err := w.Write(sum.Sum(nil))
	return err
}

// writeEntry writes an object: its kind and size, seven bits a byte but for the first, which has four, and its content.
func writeEntry(w io.Writer, o Object) error {
	size := uint64(o.Size)                                       //nolint:gosec // a size is not negative
	head := []byte{byte(o.Kind.plumbing())<<4 | byte(size&0x0f)} //nolint:gosec // a kind is a small number
	for size >>= 4; size > 0; size >>= 7 {
		head[len(head)-1] |= 0x80
		head = append(head, byte(size&0x7f))
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(o.Packed)
	return err
}
