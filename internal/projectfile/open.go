package projectfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
)

// errTooLarge is a file beyond the limit.
var errTooLarge = errors.New("the file is too large")

// source is where files are read from, and how large they may be.
type source struct {
	fsys  fs.FS
	limit int64
}

func (f *finder) source() source { return source{f.fsys, f.options.MaxFileSize} }

// read reads a file into a buffer, or a larger one, unless it is larger than the limit or something else than a file.
func (s source) read(path string, buffer []byte) ([]byte, error) {
	file, err := s.fsys.Open(path)
	if err != nil {
		return nil, reasonOf(err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	info, err := file.Stat()
	if err != nil {
		return nil, reasonOf(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	if info.Size() > s.limit {
		return nil, fmt.Errorf("%w: %d bytes of at most %d", errTooLarge, info.Size(), s.limit)
	}
	// The size is likely, but not sure. One more, so that the end is seen without growing.
	return s.readAll(file, slices.Grow(buffer, int(info.Size())+1))
}

func (s source) readAll(file fs.File, content []byte) ([]byte, error) {
	for {
		n, err := file.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		if int64(len(content)) > s.limit {
			return nil, fmt.Errorf("%w: more than %d bytes", errTooLarge, s.limit)
		}
		if errors.Is(err, io.EOF) {
			return content, nil
		}
		if err != nil {
			return nil, reasonOf(err)
		}
		if len(content) == cap(content) {
			content = append(content, 0)[:len(content)]
		}
	}
}

// reasonOf takes the path out of an error: whoever reports it knows the path.
func reasonOf(err error) error {
	if where, ok := errors.AsType[*fs.PathError](err); ok {
		return where.Err
	}
	return err
}
