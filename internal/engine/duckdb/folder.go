package duckdb

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// readPath reads the setting that names the folder.
func readPath(r *engine.Reader, c engine.Connection) string {
	path := r.Text("path", "")
	switch {
	case hasParent(path):
		r.Wrong("path", "holds ..")
	case c.Folder == "" && !filepath.IsAbs(path):
		r.Wrong("path", "is not absolute, and the connection has no folder of its own")
	}
	return path
}

// folder is where a path leads from a connection's own folder: absolute, and with symbolic links followed.
func (d *Driver) folder(path, own string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(own, path)
	}
	resolved, err := follow(path)
	if err != nil {
		return "", fault.Wrap(err, fault.Invalid, "duckdb connection: setting path leads nowhere").
			WithHint("It must name a folder, or one that can be made.")
	}
	return resolved, d.keepOut(resolved, own)
}

// hasParent looks for both separators on every system, so that a project means the same everywhere.
func hasParent(path string) bool {
	steps := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' })
	return slices.Contains(steps, "..")
}

// keepOut refuses a folder that is inside the server's data and not inside the connection's own, or that the server's data
// is inside of.
func (d *Driver) keepOut(path, own string) error {
	inOwn, err := lies(path, own)
	if err != nil || inOwn {
		return err
	}
	inData, err := lies(path, d.options.DataFolder)
	if err != nil {
		return err
	}
	aboveData, err := holds(path, d.options.DataFolder)
	if err != nil || (!inData && !aboveData) {
		return err
	}
	return fault.New(fault.Invalid, "duckdb connection: setting path lies inside the server's own data folder, or around it").
		WithHint("Leave path out, give one relative to your own folder, or name a folder elsewhere.")
}

// lies reports whether a resolved path lies in a folder of the server; nothing lies in a folder without a name.
func lies(path, folder string) (bool, error) {
	if folder == "" {
		return false, nil
	}
	folder, err := follow(folder)
	if err != nil {
		return false, fault.Wrap(err, fault.Unavailable, "a folder of the server cannot be found")
	}
	return inside(folder, path), nil
}

// holds reports whether a folder of the server lies in a resolved path.
func holds(path, folder string) (bool, error) {
	if folder == "" {
		return false, nil
	}
	folder, err := follow(folder)
	if err != nil {
		return false, fault.Wrap(err, fault.Unavailable, "a folder of the server cannot be found")
	}
	return inside(path, folder), nil
}

// follow makes a path absolute and follows its symbolic links, as far as the path exists.
func follow(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	resolved, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return resolved, err
	}
	switch found, err := os.Lstat(path); {
	case err == nil && found.Mode()&fs.ModeSymlink != 0:
		return "", errors.New("a symbolic link has no target")
	case err == nil: // somebody has made it between the two looks
		return filepath.EvalSymlinks(path)
	}
	parent, err := follow(filepath.Dir(path)) // ends at the root, which exists
	return filepath.Join(parent, filepath.Base(path)), err
}

// inside reports whether path is folder or lies in it. It compares the folders themselves where they exist, since one
// folder can have several spellings.
func inside(folder, path string) bool {
	target, err := os.Stat(folder)
	for {
		if path == folder {
			return true
		}
		if step, stepErr := os.Stat(path); err == nil && stepErr == nil && os.SameFile(target, step) {
			return true
		}
		parent := filepath.Dir(path)
		if parent == path {
			return false
		}
		path = parent
	}
}
