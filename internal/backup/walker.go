package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

const (
	maxDocument = 16 << 20  // header and manifest
	maxRow      = 512 << 20 // far more than the largest row that the server stores
)

// walker reads the entries of a file in the only order that a Writer writes.
type walker struct {
	tar     *tar.Reader
	visitor Visitor
	known   *Manifest // of an earlier walk; nil in the first one
	budget  int64     // bytes that the rest of the file can contain

	header   Header
	found    Manifest // what was read so far
	manifest Manifest
	entry    *tar.Header // the current entry
}

func wrong(format string, args ...any) error { return &formatError{fmt.Sprintf(format, args...)} }

// next reads the header of the next entry.
func (w *walker) next() error {
	entry, err := w.tar.Next()
	if err != nil {
		return err
	}
	if entry.Typeflag != tar.TypeReg {
		return wrong("%q is not a regular file", entry.Name)
	}
	if w.budget -= entry.Size; entry.Size < 0 || w.budget < 0 {
		return wrong("%q is larger than the file can contain", entry.Name)
	}
	w.entry = entry
	return nil
}

func (w *walker) run() error {
	if err := w.readHeader(); err != nil {
		return err
	}
	if err := w.next(); err != nil {
		return err
	}
	for strings.HasPrefix(w.entry.Name, filesFolder) {
		if err := w.readFile(); err != nil {
			return err
		}
	}
	for _, table := range w.header.Tables {
		if err := w.readTable(table); err != nil {
			return err
		}
	}
	return w.readManifest()
}

func (w *walker) readHeader() error {
	if err := w.next(); err != nil {
		return err
	}
	if err := w.document(headerName, &w.header); err != nil {
		return err
	}
	if w.header.Format != Format {
		return fault.New(fault.Conflict, "the backup file has format %d, this version of Millrace reads format %d", w.header.Format, Format).
			WithHint("Restore it with the version that wrote it (%s), or a later one.", printable(w.header.Program))
	}
	seen := map[string]bool{}
	for _, table := range w.header.Tables {
		if !isName(table.Name) || seen[table.Name] || len(table.Columns) == 0 {
			return wrong("its header has a wrong table %q", table.Name)
		}
		seen[table.Name] = true
		for _, column := range table.Columns {
			if !isName(column.Name) {
				return wrong("its header has a wrong column %q", column.Name)
			}
		}
	}
	return nil
}

// printable keeps control characters of a foreign file from the terminal.
func printable(text string) string { return strings.Trim(fmt.Sprintf("%q", text), `"`) }

// isName reports whether a text is a name of a table or column as migrations have them.
func isName(text string) bool {
	return text != "" && len(text) <= 63 && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// document reads the current entry as JSON.
func (w *walker) document(name string, into any) error {
	if w.entry.Name != name {
		return wrong("it contains %q instead of %s", w.entry.Name, name)
	}
	if w.entry.Size > maxDocument {
		return wrong("%s is too large", name)
	}
	raw, err := io.ReadAll(w.tar)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return wrong("%s is not valid JSON of its kind", name)
	}
	return nil
}

// readTable reads the entries of a table. The current entry is the first of them, if the table has rows.
func (w *walker) readTable(table Table) error {
	rows := &Rows{walker: w, table: table, digest: sha256.New()}
	if w.visitor.Table != nil {
		if err := w.visitor.Table(table, rows); err != nil {
			return cmp.Or[error](rows.err, &visitorError{err})
		}
	}
	for rows.Next() {
		// It reads what the visitor did not.
	}
	if rows.err != nil {
		return rows.err
	}
	part := TablePart{Name: table.Name, Rows: rows.count, Digest: hex.EncodeToString(rows.digest.Sum(nil)), RowSum: rows.sum}
	w.found.Tables = append(w.found.Tables, part)
	if at := len(w.found.Tables) - 1; w.known != nil && (at >= len(w.known.Tables) || w.known.Tables[at] != part) {
		return wrong("table %s changed while it was restored", table.Name)
	}
	return nil
}

// readFile reads the current entry as a file of the data folder.
func (w *walker) readFile() error {
	name := strings.TrimPrefix(w.entry.Name, filesFolder)
	if !isLocal(name) {
		return wrong("it contains a file with the path %q", name)
	}
	digest := sha256.New()
	part := FilePart{Name: name, Size: w.entry.Size}
	content := io.TeeReader(w.tar, digest)
	if w.visitor.File != nil {
		if err := w.visitor.File(part, content); err != nil {
			return &visitorError{err}
		}
	}
	if _, err := io.Copy(io.Discard, content); err != nil {
		return err
	}
	part.Digest = hex.EncodeToString(digest.Sum(nil))
	w.found.Files = append(w.found.Files, part)
	if at := len(w.found.Files) - 1; w.known != nil && (at >= len(w.known.Files) || w.known.Files[at] != part) {
		return wrong("file %s changed while it was restored", name)
	}
	return w.next()
}

// isLocal reports whether a path stays inside its folder on every system.
func isLocal(name string) bool {
	return utf8.ValidString(name) && path.Clean(name) == name && filepath.IsLocal(name) && !strings.ContainsAny(name, "\\:\x00")
}

// readManifest reads the last entry and compares it with what was read.
func (w *walker) readManifest() error {
	if err := w.document(manifestName, &w.manifest); err != nil {
		return err
	}
	if len(w.manifest.Tables) != len(w.found.Tables) || len(w.manifest.Files) != len(w.found.Files) {
		return wrong("its manifest has %d tables and %d files, it contains %d and %d",
			len(w.manifest.Tables), len(w.manifest.Files), len(w.found.Tables), len(w.found.Files))
	}
	for i, part := range w.manifest.Tables {
		if part != w.found.Tables[i] {
			return wrong("the rows of table %s do not match the manifest", w.found.Tables[i].Name)
		}
	}
	for i, part := range w.manifest.Files {
		if part != w.found.Files[i] {
			return wrong("file %s does not match the manifest", w.found.Files[i].Name)
		}
	}
	if err := w.next(); !errors.Is(err, io.EOF) {
		return wrong("there is more data after its manifest")
	}
	return nil
}

// Rows are the rows of a table in a file.
type Rows struct {
	walker *walker
	table  Table
	digest hash.Hash
	sum    RowSum
	count  int64
	chunks int
	lines  *bufio.Reader // of the current entry; nil before the first
	line   []byte
	err    error
}

// Values returns the row.
func (r *Rows) Values() ([]any, error) {
	values, err := decodeRow(r.line, r.table.Columns)
	if err != nil {
		r.err = wrong("row %d of table %s: %s", r.count, r.table.Name, err)
		return nil, r.err
	}
	return values, nil
}

// Err returns the error that ended the rows.
func (r *Rows) Err() error { return r.err }

// Next reads the next row. It returns false at the end and after an error.
func (r *Rows) Next() bool {
	if r.err != nil {
		return false
	}
	for r.lines == nil || r.isAtEnd() {
		if r.err != nil || !r.nextChunk() {
			return false
		}
	}
	if r.err = r.readLine(); r.err != nil {
		return false
	}
	r.count++
	r.digest.Write(r.line)
	r.sum.add(r.line)
	return true
}

// isAtEnd reports whether the current entry has no more lines, and moves to the next entry then.
func (r *Rows) isAtEnd() bool {
	_, err := r.lines.Peek(1)
	if err == nil {
		return false
	}
	if errors.Is(err, io.EOF) {
		err = r.walker.next()
	}
	r.lines, r.err = nil, err
	return true
}

// nextChunk starts the current entry of the file, if it belongs to the table.
func (r *Rows) nextChunk() bool {
	if r.walker.entry.Name != chunkName(r.table.Name, r.chunks+1) {
		return false
	}
	if r.walker.entry.Size == 0 || r.walker.entry.Size > maxRow+chunkSize {
		r.err = wrong("%s has a wrong size", r.walker.entry.Name)
		return false
	}
	r.chunks++
	r.lines = bufio.NewReaderSize(r.walker.tar, 64<<10)
	return true
}

func (r *Rows) readLine() error {
	r.line = r.line[:0]
	for {
		part, err := r.lines.ReadSlice('\n')
		if len(r.line)+len(part) > maxRow {
			return wrong("a row of table %s is too large", r.table.Name)
		}
		r.line = append(r.line, part...)
		switch {
		case err == nil:
			return r.checkLine()
		case errors.Is(err, io.EOF):
			return wrong("a row of table %s is incomplete", r.table.Name)
		case !errors.Is(err, bufio.ErrBufferFull):
			return err
		}
	}
}

func (r *Rows) checkLine() error {
	if !bytes.HasPrefix(r.line, []byte("[")) {
		return wrong("a row of table %s is not a list", r.table.Name)
	}
	return nil
}
