package projectfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// errTooLarge is a file beyond the limit.
var errTooLarge = errors.New("the file is too large")

// readLimited reads a file, unless it is larger than a limit or something else than a file.
func readLimited(fsys fs.FS, path string, limit int64) ([]byte, error) {
	file, err := fsys.Open(path)
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
	if info.Size() > limit {
		return nil, fmt.Errorf("%w: %d bytes of at most %d", errTooLarge, info.Size(), limit)
	}
	return readAll(file, info.Size(), limit)
}

// readAll reads a file of a size that is likely, but not sure.
func readAll(file fs.File, size, limit int64) ([]byte, error) {
	content := make([]byte, 0, size+1) // one more, so that the end is seen without growing
	for {
		n, err := file.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		if int64(len(content)) > limit {
			return nil, fmt.Errorf("%w: more than %d bytes", errTooLarge, limit)
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
