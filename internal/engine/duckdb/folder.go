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

// AllowedFolder resolves a path relative to a connection's own folder, and checks that the connection may use it. The
// result is absolute, without symbolic links.
func (d *Driver) AllowedFolder(path string, c engine.Connection) (string, error) {
	if hasParent(path) {
		return "", notAllowed()
	}
	return d.folder(path, c)
}

// readPath reads the setting path.
func readPath(r *engine.Reader, c engine.Connection) string {
	path := r.Text("path", "")
	switch {
	case hasParent(path):
		r.Wrong("path", "contains ..")
	case c.Folder == "" && !filepath.IsAbs(path):
		r.Wrong("path", "is not absolute, and the connection has no folder of its own")
	}
	return path
}

// folder resolves a path relative to a connection's own folder, and checks that the connection may use it. The result is
// absolute, without symbolic links.
func (d *Driver) folder(path string, c engine.Connection) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.Folder, path)
	}
	resolved, err := resolveLinks(path)
	if err != nil && !hasPrefix(path, append([]string{c.Folder}, c.Folders...)) {
		return "", notAllowed() // the cause would tell what is in folders of the server
	}
	if err != nil {
		return "", fault.Wrap(err, fault.Invalid, "duckdb connection: cannot resolve setting path").
			WithHint("Set it to a folder that exists or can be created.")
	}
	if err := d.checkAllowed(resolved, c); err != nil {
		return "", err
	}
	return resolved, d.checkOwnFiles(resolved, c)
}

// hasPrefix reports whether a path is inside one of the folders by its text.
func hasPrefix(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		rest, err := filepath.Rel(folder, path)
		return folder != "" && err == nil && filepath.IsLocal(rest)
	})
}

// hasParent checks both separators on every system, so that a project means the same everywhere.
func hasParent(path string) bool {
	steps := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' })
	return slices.Contains(steps, "..")
}

// checkOwnFiles rejects the folders in which another connection has the files of environments or workspaces: mappings of
// this one could name each of them as a database.
func (d *Driver) checkOwnFiles(path string, c engine.Connection) error {
	name := filepath.Base(path)
	if !strings.EqualFold(name, engine.EnvironmentFiles) && !strings.EqualFold(name, engine.WorkspaceFiles) {
		return nil
	}
	if isAboveUsable := d.checkAllowed(filepath.Dir(path), c) == nil; !isAboveUsable {
		return nil
	}
	return fault.New(fault.Invalid, "duckdb connection: setting path is a folder for the files of environments or workspaces").
		WithHint("Use a folder with another name.")
}

// checkAllowed rejects a folder that is neither inside the connection's own nor inside one that the operator allows. The
// server's data folder cannot be allowed: it contains the metadata, the key and the files of other organizations.
func (d *Driver) checkAllowed(path string, c engine.Connection) error {
	inOwn, err := isInside(path, c.Folder)
	if err != nil || inOwn {
		return err
	}
	inData, err := isInside(path, d.options.DataFolder)
	if err != nil {
		return err
	}
	aboveData, err := containsFolder(path, d.options.DataFolder)
	if err != nil {
		return err
	}
	if inData || aboveData {
		return notAllowed()
	}
	for _, folder := range c.Folders {
		if allowed, err := isInside(path, folder); err == nil && allowed {
			return nil
		}
	}
	return notAllowed()
}

// notAllowed returns the fault for every folder that the connection must not use, so that nobody learns which folders
// exist.
func notAllowed() error {
	return fault.New(fault.Invalid, "duckdb connection: setting path is not a folder that this organization may use").
		WithHint("Leave path out or set it relative to the organization's own folder. " +
			"An operator allows other folders with the setting duckdb_folders; the server's data folder cannot be allowed.")
}

// isInside reports whether a resolved path is inside a folder of the server. It reports false for an empty folder.
func isInside(path, folder string) (bool, error) {
	if folder == "" {
		return false, nil
	}
	folder, err := resolveLinks(folder)
	if err != nil {
		return false, fault.Wrap(err, fault.Unavailable, "a folder of the server cannot be found")
	}
	return inside(folder, path), nil
}

// containsFolder reports whether a resolved path contains a folder of the server. It reports false for an empty folder.
func containsFolder(path, folder string) (bool, error) {
	if folder == "" {
		return false, nil
	}
	folder, err := resolveLinks(folder)
	if err != nil {
		return false, fault.Wrap(err, fault.Unavailable, "a folder of the server cannot be found")
	}
	return inside(path, folder), nil
}

// resolveLinks makes a path absolute and resolves its symbolic links, as far as the path exists.
func resolveLinks(path string) (string, error) {
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
	case err == nil: // it was created between the two checks
		return filepath.EvalSymlinks(path)
	}
	parent, err := resolveLinks(filepath.Dir(path)) // ends at the root, which exists
	return filepath.Join(parent, filepath.Base(path)), err
}

// inside reports whether path is folder or inside it. It compares existing folders by identity, because a folder can
// have several spellings.
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
