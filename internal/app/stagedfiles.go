package app

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/secret"
)

// stagedFiles are the files of a backup in a temporary folder of the data folder, until they get their places.
type stagedFiles struct {
	folder  string
	staging string // empty if the backup has no files
	root    *os.Root
	names   []string // of the files and folders that get a place
	placed  []string
}

// stageFiles checks the names of a backup's files and that their places are free. It creates nothing if there are none.
func stageFiles(folder string, files []backup.FilePart) (_ *stagedFiles, err error) {
	s := &stagedFiles{folder: folder}
	hasData := false
	for _, file := range files {
		switch {
		case isDataFile(file.Name):
			hasData = true
		case file.Name == dataFolderIDFile, file.Name == secret.FileName:
			s.names = append(s.names, file.Name)
		default:
			return nil, fault.New(fault.Invalid, "the backup contains the unknown file %q", file.Name).WithHint("Use another backup.")
		}
	}
	if hasData {
		if err := ensureEmpty(filepath.Join(folder, dataName)); err != nil {
			return nil, err
		}
		s.names = append(s.names, dataName)
	}
	if len(s.names) == 0 {
		return s, nil
	}
	if s.staging, err = os.MkdirTemp(folder, ".restore-*"); err != nil {
		return nil, err
	}
	s.root, err = os.OpenRoot(s.staging)
	return s, err
}

// add stages a file. The root keeps every path inside the temporary folder.
func (s *stagedFiles) add(file backup.FilePart, content io.Reader) error {
	if err := s.root.MkdirAll(path.Dir(file.Name), 0o700); err != nil {
		return err
	}
	target, err := s.root.OpenFile(file.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, content)
	return errors.Join(err, target.Sync(), target.Close())
}

// publish moves the files to their places. A key or a folder id that exists stays.
func (s *stagedFiles) publish() error {
	if err := s.checkFolderID(); err != nil {
		return err
	}
	for _, name := range s.names {
		place := filepath.Join(s.folder, name)
		if _, err := os.Lstat(place); err == nil {
			continue
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := os.Rename(filepath.Join(s.staging, name), place); err != nil {
			return err
		}
		s.placed = append(s.placed, place)
	}
	return backup.SyncFolder(s.folder)
}

// checkFolderID rejects a folder with another id, because the connections in the backup belong to the folder of their files.
func (s *stagedFiles) checkFolderID() error {
	if !slices.Contains(s.names, dataName) || !slices.Contains(s.names, dataFolderIDFile) {
		return nil
	}
	existing, err := os.ReadFile(filepath.Join(s.folder, dataFolderIDFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	restored, stagedErr := os.ReadFile(filepath.Join(s.staging, dataFolderIDFile))
	if err := errors.Join(err, stagedErr); err != nil {
		return err
	}
	if !bytes.Equal(bytes.TrimSpace(existing), bytes.TrimSpace(restored)) {
		return fault.New(fault.Conflict, "the folder %s was used by another server", s.folder).WithHint("Pass an empty folder with --data.")
	}
	return nil
}

// undo removes the files from their places after a failure.
func (s *stagedFiles) undo() error {
	var failed []error
	for _, place := range s.placed {
		failed = append(failed, os.RemoveAll(place))
	}
	return errors.Join(failed...)
}

// discard removes the temporary folder.
func (s *stagedFiles) discard() error {
	if s.staging == "" {
		return nil
	}
	return errors.Join(s.root.Close(), os.RemoveAll(s.staging))
}

// dataName is the folder with the files of embedded DuckDB.
const dataName = "duckdb"

func isDataFile(name string) bool { return strings.HasPrefix(name, dataName+"/") }
