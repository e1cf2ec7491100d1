package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/millrace/millrace/internal/diskspace"
	"github.com/millrace/millrace/internal/fault"
)

const (
	headerName   = "header.json"
	manifestName = "manifest.json"
	tablesFolder = "tables/"
	filesFolder  = "files/"
	rowsSuffix   = ".jsonl"

	// chunkSize is the size of an entry with rows. The size of an entry comes before its contents, so it is kept in memory.
	chunkSize = 4 << 20
)

// Writer writes a backup file: first its files, then its tables.
type Writer struct {
	path     string
	file     *os.File
	zip      *gzip.Writer
	tar      *tar.Writer
	now      time.Time
	manifest Manifest
	isOver   bool
}

// Create starts a backup file. It fails if the file exists. The caller ends with Finish or Discard.
func Create(path string, header Header) (*Writer, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil, exists(path)
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".partial-*") // mode 0600
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "cannot write to the folder of %s", path).WithHint("Choose a file in a writable folder.")
	}
	zip, err := gzip.NewWriterLevel(file, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	w := &Writer{path: path, file: file, zip: zip, tar: tar.NewWriter(zip), now: header.CreatedAt, manifest: Manifest{Tables: []TablePart{}, Files: []FilePart{}}}
	if err := w.document(headerName, header); err != nil {
		return nil, errors.Join(err, w.Discard())
	}
	return w, nil
}

func exists(path string) error {
	return fault.New(fault.Conflict, "%s exists", path).WithHint("A backup overwrites nothing. Choose another name, or remove the file.")
}

func (w *Writer) document(name string, content any) error {
	raw, err := json.MarshalIndent(content, "", "  ")
	if err != nil {
		return err
	}
	return w.entry(name, append(raw, '\n'))
}

func (w *Writer) entry(name string, content []byte) error {
	if err := w.begin(name, int64(len(content))); err != nil {
		return err
	}
	_, err := w.tar.Write(content)
	return w.explain(err)
}

func (w *Writer) begin(name string, size int64) error {
	return w.explain(w.tar.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: w.now, Typeflag: tar.TypeReg}))
}

func (w *Writer) explain(err error) error {
	if diskspace.IsFull(err) {
		return fault.Wrap(err, fault.Full, "the disk of %s is full", w.path).WithHint("Free space on it, or write the backup to another disk.")
	}
	return err
}

// Table writes the rows that read passes to its argument.
func (w *Writer) Table(table Table, read func(add func(values []any) error) error) error {
	part := TablePart{Name: table.Name}
	digest := sha256.New()
	var chunk []byte
	chunks := 0
	flush := func() error {
		if len(chunk) == 0 {
			return nil
		}
		chunks++
		digest.Write(chunk)
		err := w.entry(chunkName(table.Name, chunks), chunk)
		chunk = chunk[:0]
		return err
	}
	err := read(func(values []any) (err error) {
		start := len(chunk)
		if chunk, err = appendRow(chunk, table.Columns, values); err != nil {
			return fmt.Errorf("table %s: %w", table.Name, err)
		}
		part.Rows++
		part.RowSum.add(chunk[start:])
		if len(chunk) < chunkSize {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	part.Digest = hex.EncodeToString(digest.Sum(nil))
	w.manifest.Tables = append(w.manifest.Tables, part)
	return err
}

func chunkName(table string, number int) string {
	return fmt.Sprintf("%s%s/%06d%s", tablesFolder, table, number, rowsSuffix)
}

// File writes a file of the data folder. The content must have the size.
func (w *Writer) File(name string, size int64, content io.Reader) error {
	if err := w.begin(filesFolder+name, size); err != nil {
		return err
	}
	digest := sha256.New()
	n, err := io.Copy(io.MultiWriter(w.tar, digest), io.LimitReader(content, size))
	if err == nil && n != size {
		err = fmt.Errorf("%s became smaller while it was read", name)
	}
	w.manifest.Files = append(w.manifest.Files, FilePart{Name: name, Size: size, Digest: hex.EncodeToString(digest.Sum(nil))})
	return w.explain(err)
}

// Content writes a small file of the data folder.
func (w *Writer) Content(name string, content []byte) error {
	return w.File(name, int64(len(content)), bytes.NewReader(content))
}

// Finish completes the file and gives it its name.
func (w *Writer) Finish() (Manifest, int64, error) {
	err := w.document(manifestName, w.manifest)
	err = w.explain(errors.Join(err, w.tar.Close(), w.zip.Close(), w.file.Sync()))
	if err != nil {
		return Manifest{}, 0, errors.Join(err, w.Discard())
	}
	info, err := w.file.Stat()
	if err != nil {
		return Manifest{}, 0, errors.Join(err, w.Discard())
	}
	if err := w.publish(); err != nil {
		return Manifest{}, 0, errors.Join(err, w.Discard())
	}
	w.isOver = true
	return w.manifest, info.Size(), w.file.Close()
}

// publish links the file to its name, which fails if the name was taken meanwhile, and syncs the folder.
func (w *Writer) publish() error {
	switch err := os.Link(w.file.Name(), w.path); {
	case errors.Is(err, fs.ErrExist):
		return exists(w.path)
	case err != nil: // a file system without links
		if err := os.Rename(w.file.Name(), w.path); err != nil {
			return err
		}
	default:
		if err := os.Remove(w.file.Name()); err != nil {
			return err
		}
	}
	return SyncFolder(filepath.Dir(w.path))
}

// SyncFolder makes the names in a folder survive a loss of power.
func SyncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Discard removes an incomplete file. After Finish it does nothing.
func (w *Writer) Discard() error {
	if w.isOver {
		return nil
	}
	w.isOver = true
	return errors.Join(w.file.Close(), os.Remove(w.file.Name()))
}
