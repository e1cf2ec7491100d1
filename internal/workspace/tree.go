package workspace

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"
	"time"
)

// tree is an immutable folder of files in memory.
type tree struct {
	files   map[string]File
	folders func() map[string][]fs.DirEntry // by path, each sorted; built on first use
}

func newTree(files map[string]File) *tree {
	t := &tree{files: files}
	t.folders = sync.OnceValue(t.list)
	return t
}

// list builds the entries of every folder.
func (t *tree) list() map[string][]fs.DirEntry {
	names := map[string]map[string]fs.DirEntry{".": {}}
	for file, content := range t.files {
		names[path.Dir(file)] = with(names[path.Dir(file)], entry{name: path.Base(file), size: int64(len(content.Content))})
		for folder := path.Dir(file); folder != "."; folder = path.Dir(folder) {
			names[path.Dir(folder)] = with(names[path.Dir(folder)], entry{name: path.Base(folder), isDir: true})
		}
	}
	folders := make(map[string][]fs.DirEntry, len(names))
	for folder, entries := range names {
		for _, name := range slices.Sorted(maps.Keys(entries)) {
			folders[folder] = append(folders[folder], entries[name])
		}
	}
	return folders
}

func with(entries map[string]fs.DirEntry, e entry) map[string]fs.DirEntry {
	if entries == nil {
		entries = map[string]fs.DirEntry{}
	}
	entries[e.name] = e
	return entries
}

// Open opens a file or a folder.
func (t *tree) Open(name string) (fs.File, error) {
	if f, ok := t.files[name]; ok {
		return &openFile{Reader: bytes.NewReader(f.Content), entry: entry{name: path.Base(name), size: int64(len(f.Content))}}, nil
	}
	if entries, ok := t.folders()[name]; ok {
		return &openFolder{entry: entry{name: path.Base(name), isDir: true}, left: entries}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// ReadDir lists a folder.
func (t *tree) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, ok := t.folders()[name]
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	return slices.Clone(entries), nil
}

// Stat returns the entry of a file without building the folders.
func (t *tree) Stat(name string) (fs.FileInfo, error) {
	f, err := t.Open(name)
	if err != nil {
		return nil, err
	}
	return f.Stat()
}

// openFile is an open file.
type openFile struct {
	*bytes.Reader

	entry entry
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.entry, nil }

func (f *openFile) Close() error { return nil }

// openFolder is an open folder.
type openFolder struct {
	entry entry
	left  []fs.DirEntry
}

func (f *openFolder) Stat() (fs.FileInfo, error) { return f.entry, nil }

func (f *openFolder) Close() error { return nil }

func (f *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.entry.name, Err: fs.ErrInvalid}
}

// ReadDir returns the next entries, or all of them if n is below 1.
func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(f.left) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(f.left) {
		n = len(f.left)
	}
	next := slices.Clone(f.left[:n])
	f.left = f.left[n:]
	return next, nil
}

// entry is the directory entry of a file. Files have no times; a revision has one.
type entry struct {
	name  string
	isDir bool
	size  int64
}

func (e entry) Name() string               { return e.name }
func (e entry) IsDir() bool                { return e.isDir }
func (e entry) Size() int64                { return e.size }
func (e entry) Type() fs.FileMode          { return e.Mode().Type() }
func (e entry) Info() (fs.FileInfo, error) { return e, nil }
func (e entry) ModTime() time.Time         { return time.Time{} }
func (e entry) Sys() any                   { return nil }

func (e entry) Mode() fs.FileMode {
	if e.isDir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
