package duckdb

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// dataFiles are the files of a folder that SQL may read besides the databases. DuckDB cannot exclude files from a folder
// that it may read, so each file is listed. Of subfolders it may read those that contain files, but no database: a
// subfolder with a database belongs to environments, workspaces or another connection.
type dataFiles struct {
	paths   []string // sorted; those of subfolders end with a slash
	watched watchedFolders
}

// watchedFolders are the folders in which a new file changes what SQL may read.
type watchedFolders []watchedFolder

type watchedFolder struct {
	path     string
	modified time.Time // zero if it may have changed since it was listed
}

// clockStep is longer than the unit in which file systems store times.
const clockStep = 50 * time.Millisecond

// listDataFiles lists the data files of a folder.
func listDataFiles(folder string) (dataFiles, error) {
	var found dataFiles
	found.watch(folder)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return dataFiles{}, unusable(err, "the folder of the duckdb connection cannot be read")
	}
	for _, entry := range entries {
		found.add(filepath.Join(folder, entry.Name()))
	}
	slices.Sort(found.paths)
	return found, nil
}

// watch remembers when a folder was changed.
func (f *dataFiles) watch(folder string) {
	watched := watchedFolder{path: folder}
	if found, err := os.Stat(folder); err == nil && time.Since(found.ModTime()) > clockStep {
		watched.modified = found.ModTime()
	}
	f.watched = append(f.watched, watched)
}

// hasChanged reports whether the data files must be listed again.
func (f watchedFolders) hasChanged() bool {
	return slices.ContainsFunc(f, func(w watchedFolder) bool {
		found, err := os.Stat(w.path)
		return err != nil || !found.ModTime().Equal(w.modified)
	})
}

// add adds a file or subfolder if SQL may read it. It skips what cannot be read.
func (f *dataFiles) add(path string) {
	name := filepath.Base(path)
	info, err := os.Stat(path) // follows a symbolic link of the operator
	switch {
	case err != nil, strings.HasPrefix(name, "."), isDatabaseFile(name):
	case info.Mode().IsRegular():
		f.paths = append(f.paths, path)
	case !info.IsDir(), name == engine.EnvironmentFiles, name == engine.WorkspaceFiles:
	default:
		f.addFolder(path)
	}
}

var errDatabaseFound = errors.New("the folder contains a database")

// addFolder adds a subfolder with files if none of them is a database. An empty one may become the folder of another
// connection, so it is added when it has a file. One with files may become such a folder too, so it stays watched.
func (f *dataFiles) addFolder(path string) {
	resolved, err := filepath.EvalSymlinks(path) // WalkDir does not follow links
	if err != nil {
		return
	}
	hasFiles := false
	err = filepath.WalkDir(resolved, func(_ string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
		case entry.Name() == lockName, isDatabaseFile(entry.Name()):
			return errDatabaseFound
		default:
			hasFiles = true
		}
		return nil
	})
	if err != nil {
		return
	}
	f.watch(path)
	if hasFiles {
		f.paths = append(f.paths, path+"/")
	}
}

// isDatabaseFile recognizes a database and the files that DuckDB creates beside it.
func isDatabaseFile(name string) bool {
	return strings.HasSuffix(name, suffix) || strings.Contains(name, suffix+".")
}
