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

// Write writes the sample to a folder, creating the folder if it is missing, and returns the paths of the written
// files. The folder may contain other files as long as none conflicts.
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
			return nil, errors.Join(fault.Wrap(err, fault.Unavailable, "cannot write the project to %s", folder), w.takeBack())
		}
	}
	return paths, nil
}

// checkFree returns a conflict if one of the files, or something else with its name, exists.
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
	return fault.New(fault.Conflict, "cannot write the project to %s: it already has %s", folder, named).
		WithHint("Name a new folder; nothing was written.")
}

// writer creates files and folders and records them.
type writer struct {
	folder string
	made   []string // in the order of creation
}

func (w *writer) write(path string, content []byte) error {
	name := filepath.Join(w.folder, filepath.FromSlash(path))
	if err := w.makeFolder(filepath.Dir(name)); err != nil {
		return err
	}
	//nolint:gosec // other users may read a project
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	w.made = append(w.made, name)
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// makeFolder creates a folder and its parents one at a time, so that each can be removed again.
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

// takeBack removes the created files and folders, last first.
func (w *writer) takeBack() error {
	var problems []error
	for _, name := range slices.Backward(w.made) {
		problems = append(problems, os.Remove(name))
	}
	return errors.Join(problems...)
}
