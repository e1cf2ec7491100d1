package projectfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

var (
	// errTooLarge means that a file exceeds the size limit.
	errTooLarge = errors.New("the file is too large")
	// errNotFile means that a path is a folder, a pipe, a device or a socket.
	errNotFile = errors.New("it is not a file")
)

// source is a file system with a size limit.
type source struct {
	fsys  fs.FS
	limit int64
}

func (f *finder) source() source { return source{f.fsys, f.options.MaxFileSize} }

// seen passes the content of a file that could be read to the caller of Read. It returns the node that the caller has for it.
func (f *finder) seen(file string, content []byte, err error) *transform.Node {
	if f.options.Seen == nil || err != nil {
		return nil
	}
	return f.options.Seen(file, content)
}

// read reads a file into a buffer, which it grows if necessary. It rejects files above the limit and anything that is
// not a file.
func (s source) read(path string, buffer []byte) ([]byte, error) {
	file, err := s.fsys.Open(path)
	if err != nil {
		return nil, reasonOf(err)
	}
	defer file.Close() //nolint:errcheck // it is only read
	info, err := file.Stat()
	if err != nil {
		return nil, reasonOf(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errNotFile
	}
	if info.Size() > s.limit {
		return nil, fmt.Errorf("%w: %d bytes of at most %d", errTooLarge, info.Size(), s.limit)
	}
	// The size may change. One byte more, so that the end of the file is found without growing the buffer.
	return s.readAll(file, info.Size(), slices.Grow(buffer, int(info.Size())+1))
}

// readNamed reads a file whose path comes from the user, so the path is not checked yet.
func (s source) readNamed(file string) ([]byte, error) {
	if err := s.checkFile(file); err != nil {
		return nil, err
	}
	return s.read(file, nil)
}

// checkFile rejects anything that is not a file before it is opened, and a path with a symbolic link, which could lead
// out of the project.
func (s source) checkFile(file string) error {
	for i := range len(file) + 1 {
		if i < len(file) && file[i] != '/' {
			continue
		}
		info, err := fs.Lstat(s.fsys, file[:i])
		switch {
		case err != nil:
			return reasonOf(err)
		case info.Mode()&fs.ModeSymlink != 0:
			return errors.New("a part of the path is a symbolic link")
		case i == len(file) && !info.Mode().IsRegular():
			return errNotFile
		}
	}
	return nil
}

// readAll reads up to the end of a file of the given size. The size 0 says nothing, because some file systems do not know it.
func (s source) readAll(file fs.File, size int64, content []byte) ([]byte, error) {
	for {
		n, err := file.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		if int64(len(content)) > s.limit {
			return nil, fmt.Errorf("%w: more than %d bytes", errTooLarge, s.limit)
		}
		if errors.Is(err, io.EOF) || err == nil && size > 0 && int64(len(content)) == size {
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

// reasonOf removes the path from an error, because the caller reports the path itself.
func reasonOf(err error) error {
	if where, ok := errors.AsType[*fs.PathError](err); ok {
		return where.Err
	}
	return err
}
