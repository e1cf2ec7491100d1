package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

// deepestDelta limits the length of a chain of deltas; git itself makes at most 4,095.
const deepestDelta = 4096

// unpacking unpacks and stores the objects of a pack, so that it never has more than one chain of deltas in memory.
type unpacking struct {
	compressor compressor
	expander   expander

	repository *Repository
	byOffset   map[int64][]*packed // deltas by the offset of their base
	byName     map[Hash][]*packed  // deltas by the hash of their base
	left       int
	total      int64
	held       int64 // bytes of the current chain in memory
	fresh      []Object
	freshBytes int64
	names      map[Hash]Kind // of all unpacked objects
}

// unpack stores the objects of a pack and returns their hashes. Every object gets the hash of its content, whatever the
// pack claims.
func (r *Repository) unpack(ctx context.Context, whole []byte) (map[Hash]Kind, error) {
	entries, err := readPack(whole, r.limits)
	if err != nil {
		return nil, err
	}
	u := &unpacking{
		repository: r, left: len(entries), names: make(map[Hash]Kind, len(entries)),
		byOffset: map[int64][]*packed{}, byName: map[Hash][]*packed{},
	}
	for i := range entries {
		switch e := &entries[i]; e.kind {
		case plumbing.OFSDeltaObject:
			u.byOffset[e.base] = append(u.byOffset[e.base], e)
		case plumbing.REFDeltaObject:
			u.byName[e.on] = append(u.byName[e.on], e)
		default:
		}
	}
	for i := range entries {
		if e := &entries[i]; !e.kind.IsDelta() {
			if err := u.base(ctx, e); err != nil {
				return nil, err
			}
		}
	}
	if u.left > 0 {
		return nil, errPack
	}
	return u.names, u.flush(ctx)
}

// base stores a complete object and everything based on it.
func (u *unpacking) base(ctx context.Context, e *packed) error {
	content, err := u.expander.expand(e.data, e.size)
	if err != nil {
		return errors.Join(errPack, err)
	}
	o := Object{Hash: name(Kind(e.kind.String()), content), Kind: Kind(e.kind.String()), Size: e.size, Packed: bytes.Clone(e.data)}
	if err := u.add(ctx, o); err != nil {
		return err
	}
	return u.resolve(ctx, resolved{kind: o.Kind, name: o.Hash, offset: e.offset, content: content}, 0)
}

// resolved is an object that deltas may be based on.
type resolved struct {
	kind    Kind
	name    Hash
	offset  int64
	content []byte
}

// resolve resolves the deltas on an object, and recursively those on the results.
func (u *unpacking) resolve(ctx context.Context, on resolved, depth int) error {
	deltas := slices.Concat(u.byOffset[on.offset], u.byName[on.name])
	delete(u.byOffset, on.offset)
	delete(u.byName, on.name)
	if len(deltas) == 0 {
		return nil
	}
	u.held += int64(len(on.content))
	defer func() { u.held -= int64(len(on.content)) }()
	if depth > deepestDelta || u.held > u.repository.limits.TotalBytes {
		return tooMuchSent(u.repository.limits)
	}
	for _, e := range deltas {
		if err := ctx.Err(); err != nil {
			return err
		}
		content, err := u.patch(on.content, e)
		if err != nil {
			return err
		}
		o, err := u.compressor.object(on.kind, content)
		if err != nil {
			return err
		}
		if err := u.add(ctx, o); err != nil {
			return err
		}
		if err := u.resolve(ctx, resolved{kind: on.kind, name: o.Hash, offset: e.offset, content: content}, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// patch applies a delta, after checking the declared size of the result.
func (u *unpacking) patch(base []byte, e *packed) ([]byte, error) {
	delta, err := u.expander.expand(e.data, e.size)
	if err != nil {
		return nil, errors.Join(errPack, err)
	}
	if size, ok := targetSize(delta); !ok || size > u.repository.limits.FileBytes {
		return nil, tooMuchSent(u.repository.limits)
	}
	content, err := packfile.PatchDelta(base, delta)
	if err != nil {
		return nil, errors.Join(errPack, err)
	}
	return content, nil
}

// targetSize reads the second number of a delta; the first is the size of the base.
func targetSize(delta []byte) (int64, bool) {
	var size int64
	for range 2 {
		size = 0
		for shift := 0; ; shift += 7 {
			if len(delta) == 0 || shift > 42 {
				return 0, false
			}
			c := delta[0]
			delta = delta[1:]
			size |= int64(c&0x7f) << shift
			if c&0x80 == 0 {
				break
			}
		}
	}
	return size, true
}

// add records an object, and stores the recorded ones when they are many or large.
func (u *unpacking) add(ctx context.Context, o Object) error {
	u.left--
	u.total += o.Size
	if u.total > u.repository.limits.PackContent {
		return tooMuchSent(u.repository.limits)
	}
	u.names[o.Hash] = o.Kind
	u.fresh = append(u.fresh, o)
	u.freshBytes += int64(len(o.Packed))
	if len(u.fresh) < batch && u.freshBytes < 8<<20 {
		return nil
	}
	return u.flush(ctx)
}

func (u *unpacking) flush(ctx context.Context) error {
	if len(u.fresh) == 0 {
		return nil
	}
	err := u.repository.storage.Put(ctx, u.fresh)
	u.fresh, u.freshBytes = nil, 0
	return err
}
