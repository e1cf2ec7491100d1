package cli

import (
	"io/fs"
	"os"
	"path"
	"slices"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/snapshot"
)

// packProject packs the project in a folder for upload.
func packProject(named string) ([]byte, error) {
	folder, err := findProject(named)
	if err != nil {
		return nil, err
	}
	snapshot, err := snapshot.Pack(projectFolder{os.DirFS(folder)})
	if fault.Is(err, fault.Limit) {
		return nil, err
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "cannot pack the project in %s", folder)
	}
	return snapshot.Files, nil
}

// projectFolder is a folder that shows only project files. Other files of a repository stay on this machine, and a
// change to them is not a new version of the project.
type projectFolder struct{ fs.FS }

// ReadDir lists a folder.
func (f projectFolder) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, name)
	return slices.DeleteFunc(entries, func(entry fs.DirEntry) bool {
		return !entry.IsDir() && !isProjectFile(path.Join(name, entry.Name()))
	}), err
}

func isProjectFile(file string) bool {
	switch file {
	case "workspace.yml", "workspaces.yml": // settings of this machine
		return false
	}
	return slices.Contains([]string{".yml", ".sql", ".j2", ".csv"}, path.Ext(file))
}
