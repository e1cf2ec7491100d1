package duckdb

import (
	"sync"
	"sync/atomic"
)

// claims says which instances of a folder use which files. A file has one instance that writes it, or any number that
// read it: DuckDB's own locks do not work between instances of one process.
//
// An instance claims all files of its scope at once, or none, so that two instances never wait for each other. A claim
// keeps others away only while the instance is in use; another one may take the files of an idle instance. The instance
// claims them again before its next session.
type claims struct {
	mu      sync.Mutex // is locked before that of an instance
	holders map[string]map[*instance]database

	instances atomic.Int64 // that run in the folder
}

func newClaims() *claims { return &claims{holders: map[string]map[*instance]database{}} }

// losses are the databases that instances must detach, because another one has claimed their files. The instances are
// frozen until they have done so.
type losses map[*instance][]database

// take claims files for an instance, and marks the instance as in use. If an instance that is in use has a file, it
// returns the database of that file and changes nothing. The database is empty if the instance itself cannot be used.
func (c *claims) take(i *instance, wanted []database) (lost losses, conflict database, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	lost = losses{}
	for _, w := range wanted {
		for other, held := range c.holders[w.key()] {
			if other == i || w.readOnly && held.readOnly {
				continue
			}
			if _, isFrozen := lost[other]; !isFrozen && !other.freeze() {
				lost.thaw()
				return nil, w, false
			}
			lost[other] = append(lost[other], held)
		}
	}
	if !i.reserve() {
		lost.thaw()
		return nil, database{}, false
	}
	for other, held := range lost {
		for _, d := range held {
			delete(c.holders[d.key()], other)
		}
	}
	for _, w := range wanted {
		if c.holders[w.key()] == nil {
			c.holders[w.key()] = map[*instance]database{}
		}
		c.holders[w.key()][i] = w
	}
	return lost, database{}, true
}

func (l losses) thaw() {
	for i := range l {
		i.thaw()
	}
}

// release removes the claims of an instance that has closed its files.
func (c *claims) release(i *instance) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, holders := range c.holders {
		delete(holders, i)
		if len(holders) == 0 {
			delete(c.holders, key)
		}
	}
}
