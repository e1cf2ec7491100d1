package app

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/lockfile"
)

const lockName = "lock"

// folder is the data folder. This process owns it while it is open, because the embedded databases allow one writer.
type folder struct {
	path string
	lock *lockfile.Lock
}

// openFolder creates the folder if it is missing and locks it.
func openFolder(path string) (*folder, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "cannot create the data folder %s", path).
			WithHint("Choose a writable folder with --data.")
	}
	lock, err := lockfile.Take(filepath.Join(path, lockName))
	var inUse *lockfile.InUseError
	switch {
	case errors.As(err, &inUse):
		return nil, fault.New(fault.Conflict, "the data folder %s is in use by %s", path, inUse.Owner).
			WithHint("Stop that process, or choose another folder with --data.")
	case err != nil:
		return nil, fault.Wrap(err, fault.Invalid, "cannot write to the data folder %s", path).
			WithHint("Choose a writable folder with --data.")
	}
	return &folder{path: path, lock: lock}, nil
}

// Close releases the folder, if it was locked.
func (f *folder) Close() error {
	if f.lock == nil {
		return nil
	}
	return f.lock.Release()
}
