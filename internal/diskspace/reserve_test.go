package diskspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/millrace/millrace/internal/diskspace"
)

func TestReserveIsGivenUpOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const size = 3<<20 + 5
	reserve := diskspace.NewReserve(folder, size)
	if reserve.Release() {
		t.Error("gave up space that it never had")
	}
	for range 2 {
		if err := reserve.Acquire(); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(filepath.Join(folder, "reserve")); err != nil || info.Size() != size {
			t.Errorf("the file: %v, %v", info, err)
		}
		if !reserve.Release() || reserve.Release() {
			t.Error("the space was not given up exactly once")
		}
	}
}

func TestReserveOutlivesTheProcess(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := diskspace.NewReserve(folder, 1<<20).Acquire(); err != nil {
		t.Fatal(err)
	}
	next := diskspace.NewReserve(folder, 1<<20)
	if err := next.Acquire(); err != nil || !next.Release() {
		t.Errorf("the next process has no reserve: %v", err)
	}
}

func TestReserveThatDoesNotFitIsNotTaken(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	reserve := diskspace.NewReserve(folder, 1<<60)
	if err := reserve.Acquire(); !diskspace.IsFull(err) {
		t.Errorf("got %v", err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 || reserve.Release() {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestErrorsOfFullDisks(t *testing.T) {
	t.Parallel()
	for number, want := range map[syscall.Errno]bool{syscall.ENOSPC: true, syscall.EDQUOT: true, syscall.EFBIG: true, syscall.EIO: false} {
		if got := diskspace.IsFull(fmt.Errorf("write: %w", &os.PathError{Op: "write", Path: "f", Err: number})); got != want {
			t.Errorf("%v: %v", number, got)
		}
	}
}

// A writer sees that another one has given up the space after it had begun.
func TestReleasesAreCounted(t *testing.T) {
	t.Parallel()
	var none *diskspace.Reserve
	if none.Releases() != 0 {
		t.Error("there is no reserve, and it was given up")
	}
	r := diskspace.NewReserve(t.TempDir(), 1<<20)
	for i := range 2 {
		if err := r.Acquire(); err != nil {
			t.Fatal(err)
		}
		if !r.Release() || r.Release() || r.Releases() != i+1 {
			t.Errorf("given up %d times, want %d", r.Releases(), i+1)
		}
	}
}
