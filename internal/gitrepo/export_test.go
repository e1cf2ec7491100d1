package gitrepo

import (
	"bytes"
	"context"
)

// Unpack is what becomes of a pack that a peer sent.
func (r *Repository) Unpack(ctx context.Context, pack []byte) (map[Hash]Kind, error) {
	return r.unpack(ctx, pack)
}

// Pack is what a peer would be sent for commits.
func (r *Repository) Pack(ctx context.Context, wants, haves []Hash) ([]byte, error) {
	names, err := r.reach(ctx, exchange{wants: wants, haves: haves})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = r.writePack(ctx, &b, names)
	return b.Bytes(), err
}

// NewObject names and compresses a content.
func NewObject(kind Kind, content []byte) (Object, error) {
	return new(compressor).object(kind, content)
}

// NameOf is the name that a content has in a repository.
func NameOf(content []byte) Hash { return name(BlobKind, content) }
