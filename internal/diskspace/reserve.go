package diskspace

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
)

const (
	// ReserveSize is the size of the reserve: enough for the write-ahead log of SQLite and for many small writes.
	ReserveSize = 16 << 20
	reserveFile = "reserve"
)

// Reserve is space on a disk that can be given up. It is safe for concurrent use.
type Reserve struct {
	path string
	size int64

	mu       sync.Mutex
	isHeld   bool
	releases int
}

// NewReserve returns the reserve of a folder. It is not held before the first Acquire.
func NewReserve(folder string, size int64) *Reserve {
	return &Reserve{path: filepath.Join(folder, reserveFile), size: size}
}

// Acquire takes the space, if it is not held. It leaves nothing behind if the disk has too little space. The disk must
// have twice the size: otherwise the reserve would be all that is left, and would be given up at once.
func (r *Reserve) Acquire() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.isHeld {
		return nil
	}
	if info, err := os.Stat(r.path); err == nil && info.Size() == r.size {
		r.isHeld = true
		return nil
	}
	if free, ok := Free(filepath.Dir(r.path)); ok && free < 2*uint64(r.size) { //nolint:gosec // the size is positive
		return &os.PathError{Op: "write", Path: r.path, Err: errNoSpace}
	}
	if err := r.write(); err != nil {
		return errors.Join(err, r.remove())
	}
	r.isHeld = true
	return nil
}

// Release gives the space up. It reports whether there was any to give.
func (r *Reserve) Release() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.isHeld {
		return false
	}
	r.isHeld = false
	r.releases++
	return r.remove() == nil
}

// Releases counts how often the space was given up.
func (r *Reserve) Releases() int {
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.releases
}

// write fills the file with random bytes, because a file system may store zeros without using space.
func (r *Reserve) write() error {
	file, err := os.OpenFile(r.path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	block := make([]byte, 1<<20)
	_, _ = rand.NewChaCha8([32]byte{}).Read(block) // never fails
	for left := r.size; left > 0 && err == nil; left -= int64(len(block)) {
		_, err = file.Write(block[:min(left, int64(len(block)))])
	}
	return errors.Join(err, file.Close())
}

func (r *Reserve) remove() error {
	if err := os.Remove(r.path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
