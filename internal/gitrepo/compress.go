package gitrepo

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
)

// compressor makes objects, one after the other. What it compresses with is large, so it is kept from one to the next;
// the zero value is ready.
type compressor struct{ w *zlib.Writer }

// object names and compresses a content.
func (c *compressor) object(kind Kind, content []byte) (Object, error) {
	var packed bytes.Buffer
	if c.w == nil {
		c.w = zlib.NewWriter(&packed)
	} else {
		c.w.Reset(&packed)
	}
	if _, err := c.w.Write(content); err != nil {
		return Object{}, err
	}
	if err := c.w.Close(); err != nil {
		return Object{}, err
	}
	return Object{Hash: name(kind, content), Kind: kind, Size: int64(len(content)), Packed: packed.Bytes()}, nil
}

// expander reads what objects hold, one after the other; the zero value is ready.
type expander struct{ r io.ReadCloser }

var errDamaged = errors.New("an object does not hold what its name says")

// content gives what an object holds.
func (x *expander) content(o Object) ([]byte, error) {
	content, err := x.expand(o.Packed, o.Size)
	if err != nil {
		return nil, fmt.Errorf("object %s: %w", o.Hash, err)
	}
	return content, nil
}

// expand gives a content whose size is known; another one is an error.
func (x *expander) expand(packed []byte, size int64) ([]byte, error) {
	if err := x.open(bytes.NewReader(packed)); err != nil {
		return nil, err
	}
	content := make([]byte, size)
	if _, err := io.ReadFull(x.r, content); err != nil {
		return nil, err
	}
	if n, err := x.r.Read(make([]byte, 1)); n > 0 || err != nil && !errors.Is(err, io.EOF) {
		return nil, errors.Join(errDamaged, err)
	}
	return content, nil
}

// open begins with another stream.
func (x *expander) open(from io.Reader) (err error) {
	if again, ok := x.r.(zlib.Resetter); ok {
		return again.Reset(from, nil)
	}
	x.r, err = zlib.NewReader(from)
	return err
}
