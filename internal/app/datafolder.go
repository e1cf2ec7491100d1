package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/uuid"
)

const dataFolderIDFile = "home.id"

// dataFolderID returns the id of the data folder, wherever it is mounted. Databases of the embedded engine belong to
// the process that owns the folder, and to no other server.
func (f *folder) dataFolderID() (string, error) {
	path := filepath.Join(f.path, dataFolderIDFile)
	raw, err := os.ReadFile(path)
	if err == nil && strings.TrimSpace(string(raw)) != "" {
		return strings.TrimSpace(string(raw)), nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	name := uuid.NewString()
	return name, os.WriteFile(path, []byte(name+"\n"), 0o600)
}
