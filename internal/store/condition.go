package store

import (
	"context"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/diskspace"
	"github.com/millrace/millrace/internal/fault"
)

// condition records whether the disk of the database is full and whether its file is damaged.
//
//	           a write finds no space
//	healthy ◀─────────────────────────▶ full
//	   │       the reserve is taken again; without a reserve, a write succeeds or none has failed for a while
//	   │
//	   └──▶ damaged: SQLite found wrong bytes; until the process ends
type condition struct {
	file    string             // of SQLite; empty with PostgreSQL
	reserve *diskspace.Reserve // nil if there is none
	now     func() time.Time

	mu      sync.Mutex
	full    *fault.Error
	damaged *fault.Error
	checked time.Time // when a write last failed, or the reserve was last tried
}

const (
	// reserveInterval is the time between attempts to take the reserve again.
	reserveInterval = time.Second
	// fullInterval is how long a failed write counts if there is no reserve. A load balancer sends no requests to a server
	// that is not ready, so that no write may show that there is space again.
	fullInterval = 30 * time.Second
)

// written records the result of a transaction. It reports whether the transaction found a full disk that has more space
// now, because it gave up the reserve, or another one did after this one had begun: then it can run again. releases is how
// often the reserve had been given up before the transaction.
func (c *condition) written(err error, releases int) (again bool) {
	if !isFull(err) {
		if err == nil && c.reserve == nil {
			c.setFull(nil)
		}
		return false
	}
	c.setFull(err)
	return c.reserve.Release() || c.reserve.Releases() > releases
}

// setFull records a failed write, or a successful one if there is no cause.
func (c *condition) setFull(cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cause == nil {
		c.full = nil
		return
	}
	c.full, c.checked = diskFull(cause), c.now()
}

// start takes the reserve. A disk without space for it is full.
func (c *condition) start() {
	if c.reserve == nil {
		return
	}
	if err := c.reserve.Acquire(); err != nil {
		c.setFull(err)
	}
}

// space returns the fault of a full disk, nil if it has space.
func (c *condition) space() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.full == nil {
		return nil
	}
	since := c.now().Sub(c.checked)
	switch {
	case c.reserve == nil && since >= fullInterval:
		c.full = nil
		return nil
	case c.reserve != nil && since >= reserveInterval:
		c.checked = c.now()
		if c.reserve.Acquire() == nil {
			c.full = nil
			return nil
		}
	}
	return c.full
}

// explain names the file in an error that says that it is damaged, and records the damage.
func (c *condition) explain(err error) error {
	if !isDamaged(err) {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.damaged == nil {
		c.damaged = damagedFile(err, c.file)
	}
	return c.damaged
}

// damage returns the fault of a damaged file, nil if none was found.
func (c *condition) damage() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.damaged == nil {
		return nil
	}
	return c.damaged
}

func diskFull(cause error) *fault.Error {
	return fault.Wrap(cause, fault.Full, "the disk of the state database is full").
		WithHint("Free space on it. Until then you can sign in, read, cancel runs and delete.")
}

func damagedFile(cause error, file string) *fault.Error {
	return fault.Wrap(cause, fault.Unavailable, "the state database %s is damaged", file).
		WithHint("Stop the server, keep a copy of the file with its -wal file, and restore both from a backup. Without a backup, " +
			"run `sqlite3 FILE .recover` on the copy to save what is readable. Then check the disk.")
}

// CheckSpace returns a fault of the kind Full while the disk of the database is full. Work that needs space must not start
// then, because what is left is for signing in, canceling and deleting.
func (db *DB) CheckSpace(context.Context) error { return db.condition.space() }
