package gitrepo

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
)

// compressor makes objects in sequence. It reuses its buffers, because they are large. The zero value is ready to use.
type compressor struct{ w *zlib.Writer }

// object hashes and compresses a content.
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

// expander decompresses objects in sequence. The zero value is ready to use.
type expander struct{ r io.ReadCloser }

var errDamaged = errors.New("the content of an object does not match its hash")

// content returns the content of an object.
func (x *expander) content(o Object) ([]byte, error) {
	content, err := x.expand(o.Packed, o.Size)
	if err != nil {
		return nil, fmt.Errorf("object %s: %w", o.Hash, err)
	}
	return content, nil
}

// expand decompresses a content of a known size; another size is an error.
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

// open starts another stream.
func (x *expander) open(from io.Reader) (err error) {
	if again, ok := x.r.(zlib.Resetter); ok {
		return again.Reset(from, nil)
	}
	x.r, err = zlib.NewReader(from)
	return err
}
