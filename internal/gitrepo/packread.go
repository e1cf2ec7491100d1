package gitrepo

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // the checksum of a pack is this one
	"encoding/binary"
	"errors"
	"io"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/millrace/millrace/internal/fault"
)

// packed is an object in a pack.
type packed struct {
	offset int64
	kind   plumbing.ObjectType // may be a delta
	size   int64               // decompressed; of the delta, not of its result
	data   []byte              // compressed
	base   int64               // the offset of the base of a delta
	on     Hash                // or its hash
}

var errPack = errors.New("the pack is incomplete")

// packReader reads a pack from memory.
type packReader struct {
	expander expander

	whole  []byte
	in     *bytes.Reader
	limits Limits
}

// readPack finds the objects of a pack. It keeps nothing decompressed, so it needs no more memory than the pack.
func readPack(whole []byte, limits Limits) ([]packed, error) {
	if len(whole) < 12+sha1.Size || string(whole[:4]) != packSignature || binary.BigEndian.Uint32(whole[4:]) != packVersion {
		return nil, errPack
	}
	body, sum := whole[:len(whole)-sha1.Size], whole[len(whole)-sha1.Size:]
	if computed := sha1.Sum(body); !bytes.Equal(computed[:], sum) { //nolint:gosec // see above
		return nil, errPack
	}
	count := binary.BigEndian.Uint32(whole[8:])
	if int64(count) > int64(limits.PackObjects) {
		return nil, tooMuchSent(limits)
	}
	r := &packReader{whole: body, in: bytes.NewReader(body), limits: limits}
	if _, err := r.in.Seek(12, io.SeekStart); err != nil {
		return nil, err
	}
	var found []packed
	for range count {
		entry, err := r.next()
		if err != nil {
			return nil, err
		}
		found = append(found, entry)
	}
	return found, nil
}

func (r *packReader) offset() int64 { return int64(len(r.whole) - r.in.Len()) }

// next reads one object.
func (r *packReader) next() (packed, error) {
	entry := packed{offset: r.offset()}
	if err := r.head(&entry); err != nil {
		return packed{}, err
	}
	if entry.size > r.limits.FileBytes {
		return packed{}, tooMuchSent(r.limits)
	}
	begin := r.offset()
	if err := r.expander.open(r.in); err != nil {
		return packed{}, errors.Join(errPack, err)
	}
	// Reading one byte more shows whether there is more data than declared.
	n, err := io.Copy(io.Discard, io.LimitReader(r.expander.r, entry.size+1))
	if err != nil || n != entry.size {
		return packed{}, errors.Join(errPack, err)
	}
	entry.data = r.whole[begin:r.offset()]
	return entry, nil
}

// head reads the header before the data.
func (r *packReader) head(entry *packed) error {
	first, err := r.in.ReadByte()
	if err != nil {
		return errPack
	}
	entry.kind = plumbing.ObjectType(first >> 4 & 0x07)
	entry.size = int64(first & 0x0f)
	for shift, more := 4, first&0x80 != 0; more; shift += 7 {
		c, err := r.in.ReadByte()
		if err != nil || shift > 40 {
			return errPack
		}
		entry.size |= int64(c&0x7f) << shift
		more = c&0x80 != 0
	}
	switch entry.kind {
	case plumbing.CommitObject, plumbing.TreeObject, plumbing.BlobObject, plumbing.TagObject:
		return nil
	case plumbing.OFSDeltaObject:
		return r.baseOffset(entry)
	case plumbing.REFDeltaObject:
		var name plumbing.Hash
		if _, err := io.ReadFull(r.in, name[:]); err != nil {
			return errPack
		}
		entry.on = hashOf(name)
		return nil
	default:
		return errPack
	}
}

// baseOffset reads the distance from a delta to its base: seven bits a byte, each byte but the last counted one higher.
func (r *packReader) baseOffset(entry *packed) error {
	distance := int64(-1)
	for range 6 {
		c, err := r.in.ReadByte()
		if err != nil {
			return errPack
		}
		distance = (distance+1)<<7 | int64(c&0x7f)
		if c&0x80 == 0 {
			if entry.base = entry.offset - distance; distance <= 0 || entry.base <= 0 {
				return errPack
			}
			return nil
		}
	}
	return errPack
}

func tooMuchSent(limits Limits) error {
	return fault.New(fault.Invalid, "the remote repository sends too much").
		WithHint("Use at most %d objects with %d MB in total, packed into %d MB, and no file larger than %d MB. Import a branch with a shorter history.",
			limits.PackObjects, limits.PackContent>>20, limits.PackBytes>>20, limits.FileBytes>>20)
}
