package deployed

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// Snapshot is the files of a project at one moment.
type Snapshot struct {
	ID    string // follows from the files
	Files []byte // a zip archive
}

const (
	mostFiles         = 100_000
	mostSnapshotBytes = 256 << 20 // of all files together, unpacked
)

// Pack makes a snapshot of a folder. Files and folders with a name that begins with a dot are left out: they belong to
// tools.
func Pack(fsys fs.FS) (Snapshot, error) {
	return pack(func(p *packer) error {
		return fs.WalkDir(fsys, ".", func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case path != "." && strings.HasPrefix(entry.Name(), "."):
				if entry.IsDir() {
					return fs.SkipDir
				}
				return nil
			case !entry.Type().IsRegular():
				return nil
			}
			content, err := fs.ReadFile(fsys, path)
			if err != nil {
				return err
			}
			return p.add(path, content)
		})
	})
}

// PackFiles makes a snapshot of files by their paths.
func PackFiles(files map[string][]byte) (Snapshot, error) {
	return pack(func(p *packer) error {
		for _, path := range slices.Sorted(maps.Keys(files)) {
			if err := p.add(path, files[path]); err != nil {
				return err
			}
		}
		return nil
	})
}

// Identify gives the name that the snapshot of files would have, at a fraction of the cost.
func Identify(files map[string][]byte) (string, error) {
	p := packer{digest: sha256.New()}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if err := p.add(path, files[path]); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(p.digest.Sum(nil)), nil
}

// pack makes a snapshot of what fill adds. The same files give the same snapshot, whenever and wherever it is made.
func pack(fill func(*packer) error) (Snapshot, error) {
	var out bytes.Buffer
	p := packer{archive: zip.NewWriter(&out), digest: sha256.New()}
	p.archive.RegisterCompressor(zip.Deflate, compressFast())
	if err := fill(&p); err != nil {
		return Snapshot{}, err
	}
	if err := p.archive.Close(); err != nil {
		return Snapshot{}, err
	}
	return Snapshot{ID: hex.EncodeToString(p.digest.Sum(nil)), Files: out.Bytes()}, nil
}

// packer writes files into an archive, and what they are called and hold into a digest.
type packer struct {
	archive *zip.Writer // nil when only the name is wanted
	digest  hash.Hash
	files   int
	bytes   int64
}

func (p *packer) add(path string, content []byte) error {
	p.files++
	p.bytes += int64(len(content))
	if p.files > mostFiles || p.bytes > mostSnapshotBytes {
		return fault.New(fault.Limit, "the project is too large to be deployed").
			WithHint("A project has at most %d files with %d MB together.", mostFiles, mostSnapshotBytes>>20)
	}
	if _, err := fmt.Fprintf(p.digest, "%q %d\n%s", path, len(content), content); err != nil {
		return err
	}
	if p.archive == nil {
		return nil
	}
	sum := sha256.Sum256(content)
	file, err := p.archive.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Deflate, Comment: hex.EncodeToString(sum[:])})
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return err
}

// compressFast compresses for speed: a project is many small files, and what they take is little in any case. Compressors are
// used again, because to make one costs more than to use it.
func compressFast() zip.Compressor {
	var idle *flate.Writer
	return func(out io.Writer) (io.WriteCloser, error) {
		w := idle
		idle = nil
		if w == nil {
			var err error
			if w, err = flate.NewWriter(out, flate.BestSpeed); err != nil {
				return nil, err
			}
		} else {
			w.Reset(out)
		}
		return closing{w, func() { idle = w }}, nil
	}
}

// closing does something when a compressor is closed.
type closing struct {
	*flate.Writer

	done func()
}

func (c closing) Close() error {
	defer c.done()
	return c.Writer.Close()
}

// Open gives the files of a snapshot.
func (s Snapshot) Open() (*zip.Reader, error) {
	archive, err := zip.NewReader(bytes.NewReader(s.Files), int64(len(s.Files)))
	if err != nil {
		return nil, fmt.Errorf("snapshot %s cannot be read: %w", s.ID, err)
	}
	return archive, nil
}
