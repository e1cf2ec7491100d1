// Package lockfile gives a folder to one process at a time.
package lockfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/diskspace"
)

// Lock is a locked file. It contains the id of the process that locked it last, for messages only.
type Lock struct{ file *os.File }

// InUseError reports that another process, or another Lock of this one, holds the lock.
type InUseError struct{ Owner string }

func (e *InUseError) Error() string { return "in use by " + e.Owner }

// Take creates the file if it is missing, and locks it without waiting. The operating system releases the lock when the
// process ends, however it ends.
func Take(path string) (*Lock, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := flock(file, syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	lock := &Lock{file: file}
	if err := lock.writeOwner(); err != nil && !diskspace.IsFull(err) { // a server must start on a full disk
		return nil, errors.Join(err, lock.Release())
	}
	return lock, nil
}

// TakeWithin takes a lock as Take does, and tries again for a while if it is in use: a process that was killed may need a
// moment to end.
func TakeWithin(ctx context.Context, path string, patience time.Duration) (*Lock, error) {
	const pause = 10 * time.Millisecond
	for deadline := time.Now().Add(patience); ; {
		lock, err := Take(path)
		if _, isInUse := errors.AsType[*InUseError](err); !isInUse || time.Now().After(deadline) {
			return lock, err
		}
		if err := backoff.Sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
}

// Check returns an InUseError if the file is locked. It does not create the file, and keeps nothing locked.
func Check(path string) error {
	file, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	err = flock(file, syscall.LOCK_SH|syscall.LOCK_NB)
	if err == nil {
		return (&Lock{file: file}).Release()
	}
	return errors.Join(err, file.Close())
}

// Release unlocks and closes the file. To close it would not be enough: a process that is just being started has copies
// of all open files until it executes its program, and such a copy would hold the lock.
func (l *Lock) Release() error {
	return errors.Join(flock(l.file, syscall.LOCK_UN), l.file.Close())
}

func (l *Lock) writeOwner() error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

func flock(file *os.File, how int) error {
	for {
		err := syscall.Flock(int(file.Fd()), how)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return &InUseError{Owner: owner(file)}
		}
		return err
	}
}

func owner(file *os.File) string {
	raw := make([]byte, 20)
	if n, _ := file.ReadAt(raw, 0); n > 0 {
		return "process " + strings.TrimSpace(string(raw[:n]))
	}
	return "another process"
}
