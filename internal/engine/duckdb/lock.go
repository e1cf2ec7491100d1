package duckdb

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/millrace/millrace/internal/fault"
)

// lockName is the lock file of a folder. It stays when the process ends, and means nothing then.
const lockName = ".millrace-lock"

// takeLock locks a folder for this process. The operating system unlocks it when the process ends, however it ends.
func takeLock(folder string) (*os.File, error) {
	lock, err := os.OpenFile(filepath.Join(folder, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, unusable(err, "cannot write to the folder of the duckdb connection")
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(inUse(lock), lock.Close())
	}
	return lock, errors.Join(lock.Truncate(0), writeOwner(lock))
}

// writeOwner writes the process id for error messages; the lock does not depend on it.
func writeOwner(lock *os.File) error {
	_, err := lock.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// checkLock checks whether another process has locked a folder, without locking it.
func checkLock(folder string) error {
	lock, err := os.Open(filepath.Join(folder, lockName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return unusable(err, "cannot read the folder of the duckdb connection")
	}
	defer lock.Close() //nolint:errcheck // nothing was written
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); err != nil {
		return inUse(lock)
	}
	return nil
}

func inUse(lock *os.File) error {
	owner := "another process"
	raw := make([]byte, 20)
	if n, _ := lock.ReadAt(raw, 0); n > 0 {
		owner = "process " + strings.TrimSpace(string(raw[:n]))
	}
	return fault.New(fault.Unavailable, "the folder of the duckdb connection is in use by %s", owner).
		WithHint("Only one process can use a folder of DuckDB files. Stop that process, or choose another folder with the setting path.")
}
