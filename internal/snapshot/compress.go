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
// for the plan that starts with this. It copies the files that a similar archive contains; base may be nil.
func compressAll(files map[string][]byte, base *zip.Reader) ([]packed, error) {
	known := map[string]*zip.File{}
	if base != nil {
		for _, file := range base.File {
			known[file.Name] = file
		}
	}
	paths := slices.Sorted(maps.Keys(files))
	all, parts := make([]packed, len(paths)), runtime.GOMAXPROCS(0)
	failed := make([]error, parts)
	var working sync.WaitGroup
	for part := range parts {
		working.Go(func() {
			// Creating a compressor costs more than using it. The files are small, so speed matters more than size.
			w, err := flate.NewWriter(nil, flate.BestSpeed)
			for i := part; i < len(paths) && err == nil; i += parts {
				err = all[i].pack(w, paths[i], files[paths[i]], known[paths[i]])
			}
			failed[part] = err
		})
	}
	working.Wait()
	return all, errors.Join(failed...)
}

// isUTF8 is the zip flag of a name in UTF-8.
const isUTF8 = 0x800

// pack fills the entry of a file: with the known entry if that has the same content, else with the compressed content. Its
// comment is a hash of the content, which isSame compares.
func (p *packed) pack(w *flate.Writer, path string, content []byte, known *zip.File) error {
	sum := sha256.Sum256(content)
	p.header = zip.FileHeader{
		Name: path, Comment: hex.EncodeToString(sum[:]), Method: zip.Deflate, Flags: isUTF8, UncompressedSize64: uint64(len(content)),
	}
	isKnown := known != nil && known.Comment == p.header.Comment && known.Method == zip.Deflate && known.UncompressedSize64 == uint64(len(content))
	if isKnown {
		return p.copy(known)
	}
	return p.compress(w, content)
}

// copy fills the content from an entry of another archive.
func (p *packed) copy(from *zip.File) error {
	raw, err := from.OpenRaw()
	if err != nil {
		return err
	}
	p.content.Grow(int(from.CompressedSize64)) //nolint:gosec // the archive is in memory
	_, err = p.content.ReadFrom(raw)
	p.header.CRC32, p.header.CompressedSize64 = from.CRC32, from.CompressedSize64
	return err
}

func (p *packed) compress(w *flate.Writer, content []byte) error {
	w.Reset(&p.content)
	if _, err := w.Write(content); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	p.header.CRC32, p.header.CompressedSize64 = crc32.ChecksumIEEE(content), uint64(p.content.Len()) //nolint:gosec // a length
	return nil
}
