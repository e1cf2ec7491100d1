package lockfile_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/lockfile"
)

func TestOneLockAtATime(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	if err := lockfile.Check(path); err != nil {
		t.Errorf("a missing file: %v", err)
	}
	first := take(t, path)
	for what, err := range map[string]error{"take": second(lockfile.Take(path)), "check": lockfile.Check(path)} {
		var inUse *lockfile.InUseError
		if want := fmt.Sprintf("process %d", os.Getpid()); !errors.As(err, &inUse) || inUse.Owner != want {
			t.Errorf("%s while it is locked: %v, want in use by %s", what, err, want)
		}
	}
	release(t, first)
	if err := lockfile.Check(path); err != nil {
		t.Errorf("after the release: %v", err)
	}
	release(t, take(t, path))
}

// A process that was started while the lock was held does not keep it locked after the release.
func TestAnInheritedCopyDoesNotHoldTheLock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	lock := take(t, path)
	child := exec.Command("sleep", "60")
	child.ExtraFiles = []*os.File{lockfile.File(lock)}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	})
	release(t, lock)
	release(t, take(t, path))
}

func TestALockThatIsReleasedSoon(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	lock := take(t, path)
	if _, err := lockfile.TakeWithin(t.Context(), path, time.Millisecond); err == nil {
		t.Error("a lock was taken twice")
	}
	released := make(chan error, 1)
	go func() { released <- lock.Release() }()
	again, err := lockfile.TakeWithin(t.Context(), path, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	release(t, again)
	if err := <-released; err != nil {
		t.Error(err)
	}
	held := take(t, path)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := lockfile.TakeWithin(canceled, path, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled wait: %v", err)
	}
	release(t, held)
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "missing", "lock")
	if _, err := lockfile.Take(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("take in a missing folder: %v", err)
	}
}

func take(t *testing.T, path string) *lockfile.Lock {
	t.Helper()
	lock, err := lockfile.Take(path)
	if err != nil {
		t.Fatal(err)
	}
	return lock
}

func release(t *testing.T, lock *lockfile.Lock) {
	t.Helper()
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
}

func second(_ *lockfile.Lock, err error) error { return err }
