package snapshot

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"maps"
	"runtime"
	"slices"
	"sync"
)

// packed is a compressed file of an archive.
type packed struct {
	header  zip.FileHeader
	content bytes.Buffer
}

// compressAll compresses files in the order of their paths, on all processors: a project has many small files, and a user waits
// for the plan that starts with this.
func compressAll(files map[string][]byte) ([]packed, error) {
	paths := slices.Sorted(maps.Keys(files))
	all, parts := make([]packed, len(paths)), runtime.GOMAXPROCS(0)
	failed := make([]error, parts)
	var working sync.WaitGroup
	for part := range parts {
		working.Go(func() {
			// Creating a compressor costs more than using it. The files are small, so speed matters more than size.
			w, err := flate.NewWriter(nil, flate.BestSpeed)
			for i := part; i < len(paths) && err == nil; i += parts {
				err = all[i].compress(w, paths[i], files[paths[i]])
			}
			failed[part] = err
		})
	}
	working.Wait()
	return all, errors.Join(failed...)
}

// isUTF8 is the zip flag of a name in UTF-8.
const isUTF8 = 0x800

// compress fills the entry of a file. Its comment is a hash of the content, which isSame compares.
func (p *packed) compress(w *flate.Writer, path string, content []byte) error {
	w.Reset(&p.content)
	if _, err := w.Write(content); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	p.header = zip.FileHeader{
		Name: path, Comment: hex.EncodeToString(sum[:]), Method: zip.Deflate, Flags: isUTF8, CRC32: crc32.ChecksumIEEE(content),
		CompressedSize64: uint64(len(p.content.Bytes())), UncompressedSize64: uint64(len(content)),
	}
	return nil
}
