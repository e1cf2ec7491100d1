package sample

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// Write puts the sample into a folder, which is made if it is missing, and gives the paths of what it wrote. A folder
// that has something in it is fine as long as nothing is in the way.
func Write(folder string, o Options) ([]string, error) {
	files, err := Files(o)
	if err != nil {
		return nil, err
	}
	paths := slices.Sorted(maps.Keys(files))
	if err := checkFree(folder, paths); err != nil {
		return nil, err
	}
	w := &writer{folder: folder}
	for _, path := range paths {
		if err := w.write(path, files[path]); err != nil {
			return nil, errors.Join(fault.Wrap(err, fault.Unavailable, "the project cannot be written to %s", folder), w.takeBack())
		}
	}
	return paths, nil
}

// checkFree refuses when one of the files, or something else of that name, is there.
func checkFree(folder string, paths []string) error {
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return fault.New(fault.Invalid, "%s is not a folder", folder).WithHint("Name a new folder.")
	}
	var taken []string
	for _, path := range paths {
		if _, err := os.Lstat(filepath.Join(folder, filepath.FromSlash(path))); !errors.Is(err, fs.ErrNotExist) {
			taken = append(taken, path)
		}
	}
	if len(taken) == 0 {
		return nil
	}
	named := strings.Join(taken[:min(len(taken), 3)], ", ")
	if len(taken) > 3 {
		named += ", …"
	}
	return fault.New(fault.Conflict, "the folder %s is not free: it has %s", folder, named).
		WithHint("Name a new folder; nothing was written.")
}

// writer makes files and folders and remembers them.
type writer struct {
	folder string
	made   []string // in the order in which they were made
}

func (w *writer) write(path string, content []byte) error {
	name := filepath.Join(w.folder, filepath.FromSlash(path))
	if err := w.makeFolder(filepath.Dir(name)); err != nil {
		return err
	}
	//nolint:gosec // a project is for others to read
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	w.made = append(w.made, name)
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// makeFolder makes a folder and those above it, one at a time, so that each can be taken back.
func (w *writer) makeFolder(name string) error {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return nil
	}
	if err == nil {
		return &fs.PathError{Op: "mkdir", Path: name, Err: fs.ErrExist}
	}
	if err := w.makeFolder(filepath.Dir(name)); err != nil {
		return err
	}
	if err := os.Mkdir(name, 0o755); err != nil { //nolint:gosec // as for files
		return err
	}
	w.made = append(w.made, name)
	return nil
}

// takeBack removes what was made, last first.
func (w *writer) takeBack() error {
	var problems []error
	for _, name := range slices.Backward(w.made) {
		problems = append(problems, os.Remove(name))
	}
	return errors.Join(problems...)
}
