package app

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/millrace/millrace/internal/diskspace"
	"github.com/millrace/millrace/internal/fault"
)

const lockFile = "lock"

// folder is the data folder. This process owns it while it is open, because the embedded databases allow one writer.
type folder struct {
	path string
	lock *os.File
}

// openFolder creates the folder if it is missing and locks it. The operating system releases the lock when the process
// ends.
func openFolder(path string) (*folder, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "cannot create the data folder %s", path).
			WithHint("Choose a writable folder with --data.")
	}
	lock, err := os.OpenFile(filepath.Join(path, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "cannot write to the data folder %s", path).
			WithHint("Choose a writable folder with --data.")
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(inUse(path), lock.Close())
	}
	return &folder{path: path, lock: lock}, writeOwner(lock)
}

func inUse(path string) error {
	owner := "another process"
	if raw, err := os.ReadFile(filepath.Join(path, lockFile)); err == nil && len(raw) > 0 {
		owner = "process " + strings.TrimSpace(string(raw))
	}
	return fault.New(fault.Conflict, "the data folder %s is in use by %s", path, owner).
		WithHint("Stop that process, or choose another folder with --data.")
}

// writeOwner writes the process id for messages; the lock does not depend on it.
func writeOwner(lock *os.File) error {
	if err := lock.Truncate(0); err != nil {
		return err
	}
	if _, err := lock.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0); !diskspace.IsFull(err) {
		return err
	}
	return nil // a server must start on a full disk, so that people can delete something
}

// Close releases the folder, if it was locked.
func (f *folder) Close() error {
	if f.lock == nil {
		return nil
	}
	return f.lock.Close()
}
