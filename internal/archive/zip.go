package archive

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"runtime"
	"sync"
)

// zip extracts files from a zip archive. Its directory lists their sizes, so an archive beyond the limits is rejected
// before anything is uncompressed. The rest is uncompressed on all processors, because a user waits for it.
func (r *reader) zip(content []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return err
	}
	var wanted []packed
	for _, entry := range archive.File {
		clean, isWanted, err := r.announce(entry)
		if err != nil {
			return err
		}
		if isWanted {
			r.files[clean] = nil
			wanted = append(wanted, packed{clean, entry})
		}
	}
	return r.unpackAll(wanted)
}

// packed is a file in a zip archive.
type packed struct {
	path  string
	entry *zip.File
}

// announce checks the directory entry of a file.
func (r *reader) announce(entry *zip.File) (clean string, isWanted bool, err error) {
	if err := r.count(); err != nil || !entry.Mode().IsRegular() {
		return "", false, err
	}
	clean, err = check(entry.Name)
	if err != nil {
		return "", false, err
	}
	if err := r.grow(sizeOf(entry)); err != nil || isHidden(clean) {
		return "", false, err
	}
	return clean, true, r.once(clean)
}

func (r *reader) unpackAll(wanted []packed) error {
	parts := runtime.GOMAXPROCS(0)
	contents, failed := make([][]byte, len(wanted)), make([]error, parts)
	var working sync.WaitGroup
	for part := range parts {
		working.Go(func() {
			for i := part; i < len(wanted) && failed[part] == nil; i += parts {
				contents[i], failed[part] = unpack(wanted[i].entry)
			}
		})
	}
	working.Wait()
	for i, content := range contents {
		r.files[wanted[i].path] = content
	}
	return errors.Join(failed...)
}

// unpack reads a file. The library fails if it is shorter or longer than its directory entry says.
func unpack(entry *zip.File) ([]byte, error) {
	opened, err := entry.Open()
	if err != nil {
		return nil, err
	}
	var content bytes.Buffer
	content.Grow(int(min(sizeOf(entry), maxAhead)))
	_, err = io.Copy(&content, io.LimitReader(opened, sizeOf(entry)+1))
	return content.Bytes(), errors.Join(err, opened.Close())
}

// sizeOf returns the size in the directory entry, capped far above any real archive.
func sizeOf(entry *zip.File) int64 { return int64(min(entry.UncompressedSize64, 1<<62)) }

// maxAhead bounds the memory that is allocated because of the directory entry, which may be wrong.
const maxAhead = 1 << 20
