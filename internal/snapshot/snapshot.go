package snapshot

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// Snapshot has the files of a project at one moment.
type Snapshot struct {
	ID    string // a hash of the files
	Files []byte // a zip archive
}

const (
	maxFiles         = 100_000
	maxSnapshotBytes = 256 << 20 // of all files together, unpacked
)

// Pack packs a folder. It skips files and folders whose names begin with a dot, because they belong to tools.
func Pack(fsys fs.FS) (Snapshot, error) {
	files, size := map[string][]byte{}, size{}
	err := fs.WalkDir(fsys, ".", func(path string, entry fs.DirEntry, err error) error {
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
		if files[path], err = fs.ReadFile(fsys, path); err != nil {
			return err
		}
		return size.add(files[path])
	})
	if err != nil {
		return Snapshot{}, err
	}
	return PackFiles(files)
}

// PackFiles packs files by their paths. The same files always give the same project snapshot.
func PackFiles(files map[string][]byte) (Snapshot, error) {
	id, err := Identify(files)
	if err != nil {
		return Snapshot{}, err
	}
	return packFiles(id, files, nil)
}

// packFiles packs files whose id is known. It copies what a similar archive contains; base may be nil.
func packFiles(id string, files map[string][]byte, base *zip.Reader) (Snapshot, error) {
	packed, err := compressAll(files, base)
	if err != nil {
		return Snapshot{}, err
	}
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for i := range packed {
		file, err := archive.CreateRaw(&packed[i].header)
		if err != nil {
			return Snapshot{}, err
		}
		if _, err := file.Write(packed[i].content.Bytes()); err != nil {
			return Snapshot{}, err
		}
	}
	err = archive.Close()
	return Snapshot{ID: id, Files: out.Bytes()}, err
}

// Identify returns the id that PackFiles would give to the files, at a fraction of the cost.
func Identify(files map[string][]byte) (string, error) {
	size, digest := size{}, sha256.New()
	var line []byte
	for _, path := range slices.Sorted(maps.Keys(files)) {
		content := files[path]
		if err := size.add(content); err != nil {
			return "", err
		}
		line = strconv.AppendQuote(line[:0], path)
		line = strconv.AppendInt(append(line, ' '), int64(len(content)), 10)
		digest.Write(append(line, '\n'))
		digest.Write(content)
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// size is the size of a project.
type size struct {
	files int
	bytes int64
}

// add adds a file. It returns an error if the project becomes too large.
func (s *size) add(content []byte) error {
	s.files++
	s.bytes += int64(len(content))
	if s.files > maxFiles || s.bytes > maxSnapshotBytes {
		return fault.New(fault.Limit, "the project is too large to deploy").
			WithHint("Use at most %d files with %d MB in total.", maxFiles, maxSnapshotBytes>>20)
	}
	return nil
}

// Open returns the files.
func (s Snapshot) Open() (*zip.Reader, error) {
	archive, err := zip.NewReader(bytes.NewReader(s.Files), int64(len(s.Files)))
	if err != nil {
		return nil, fmt.Errorf("cannot read project snapshot %s: %w", s.ID, err)
	}
	return archive, nil
}
