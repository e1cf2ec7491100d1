package backup

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"

	"github.com/millrace/millrace/internal/fault"
)

// Reader reads a backup file.
type Reader struct {
	path string
	file *os.File
	size int64
}

// Open opens a backup file. It reads nothing.
func Open(path string) (*Reader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "cannot open the backup file %s", path).WithHint("Check its name and who may read it.")
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if !info.Mode().IsRegular() {
		return nil, errors.Join(fault.New(fault.Invalid, "%s is not a file", path).WithHint("Pass a file that `millrace backup` wrote."), file.Close())
	}
	return &Reader{path: path, file: file, size: info.Size()}, nil
}

// Close closes the file.
func (r *Reader) Close() error { return r.file.Close() }

// Visitor receives the contents of a file, in their order.
type Visitor struct {
	// Table receives the rows of a table. It must read all of them.
	Table func(table Table, rows *Rows) error
	// File receives a file of the data folder.
	File func(file FilePart, content io.Reader) error
}

// Verify reads the whole file, and returns its header and manifest if everything in it is as the manifest says.
func (r *Reader) Verify(ctx context.Context) (Header, Manifest, error) {
	w, err := r.walk(ctx, nil, Visitor{})
	return w.header, w.manifest, err
}

// Visit passes the contents to the visitor, and compares them again with the manifest of Verify.
func (r *Reader) Visit(ctx context.Context, manifest Manifest, visitor Visitor) error {
	_, err := r.walk(ctx, &manifest, visitor)
	return err
}

// maxRatio is more than what deflate can compress: a file that claims to contain more is not one of ours.
const maxRatio = 1100

// walk reads the file from the start to the end.
func (r *Reader) walk(ctx context.Context, known *Manifest, visitor Visitor) (*walker, error) {
	w := &walker{visitor: visitor, known: known, budget: (r.size + 1) * maxRatio}
	if _, err := r.file.Seek(0, io.SeekStart); err != nil {
		return w, err
	}
	raw := bufio.NewReaderSize(r.file, 1<<20)
	zip, err := gzip.NewReader(raw)
	if err != nil {
		return w, fault.Wrap(err, fault.Invalid, "%s is not a backup file", r.path).WithHint("Pass a file that `millrace backup` wrote.")
	}
	zip.Multistream(false)
	w.tar = tar.NewReader(&contextReader{ctx, zip})
	if err := w.run(); err != nil {
		return w, r.explain(ctx, err)
	}
	return w, r.explain(ctx, drain(zip, raw))
}

// drain reads the end of the compressed data, which contains its checksum.
func drain(zip, raw io.Reader) error {
	const padding = 1 << 20
	n, err := io.Copy(io.Discard, io.LimitReader(zip, padding))
	if err != nil {
		return err
	}
	rest, err := io.Copy(io.Discard, io.LimitReader(raw, 1))
	if n == padding || rest > 0 {
		return damaged("there is more data after its end")
	}
	return err
}

func (r *Reader) explain(ctx context.Context, err error) error {
	var visitor *visitorError
	switch known, isFault := errors.AsType[*fault.Error](err); {
	case err == nil:
		return nil
	case errors.As(err, &visitor):
		return visitor.cause
	case isFault:
		return known
	case ctx.Err() != nil:
		return fault.Wrap(ctx.Err(), fault.Canceled, "the backup file was not read to its end")
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return damaged("it ends too early")
	}
	if format, ok := errors.AsType[*formatError](err); ok {
		return damaged("%s", format.message)
	}
	if errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, tar.ErrHeader) {
		return damaged("its contents do not match their checksum")
	}
	return fault.Wrap(err, fault.Invalid, "the backup file %s cannot be read", r.path).WithHint("Use another backup.")
}

// formatError reports contents that no Writer writes.
type formatError struct{ message string }

func (e *formatError) Error() string { return e.message }

// visitorError is an error of the visitor, not of the file.
type visitorError struct{ cause error }

func (e *visitorError) Error() string { return e.cause.Error() }

func damaged(format string, args ...any) error {
	reason := fault.New(fault.Invalid, format, args...).Message
	return fault.New(fault.Invalid, "the backup file is damaged: %s", reason).WithHint("Nothing was restored. Use another backup, or copy this one again.")
}

// contextReader ends with its context.
type contextReader struct {
	ctx    context.Context //nolint:containedctx // it lives as long as one call
	reader io.Reader
}

func (r *contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.reader.Read(p)
}
