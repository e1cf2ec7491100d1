package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/backup"
)

// writePause keeps all processes from writing to the database. It ends by itself after maxPause, so that no lease expires
// and no write fails because of it.
type writePause struct {
	mu    sync.Mutex
	lock  *sql.Tx // nil after the end
	timer *time.Timer
}

const (
	// maxPause is less than the length of a lease and than the time that a write waits for another one.
	maxPause = 5 * time.Second
	// pausePatience is how long a pause is requested.
	pausePatience = 10 * time.Second
)

// pauseWrites waits for the writes in progress and blocks new ones. It returns nil if there are too many of them.
//
// SQLite has one writer: the pause is a write transaction that writes nothing. In PostgreSQL the pause locks all tables
// against writes. Writers lock tables in another order, so the pause gives up before PostgreSQL looks for a deadlock, which
// could end a writer instead, and tries again.
func (db *DB) pauseWrites(ctx context.Context, tables []backup.Table) (*writePause, error) {
	for deadline, try := time.Now().Add(pausePatience), 1; time.Now().Before(deadline); try++ {
		lock, err := db.writer.BeginTx(ctx, nil)
		if err == nil {
			err = db.lockTables(ctx, lock, tables)
			if err == nil {
				pause := &writePause{lock: lock}
				pause.timer = time.AfterFunc(maxPause, pause.release)
				return pause, nil
			}
			_ = lock.Rollback() // the locks end with it
		}
		if !isLocked(err) && !isRetryable(err) {
			return nil, translate(err)
		}
		if err := backoff.Sleep(ctx, time.Duration(try)*10*time.Millisecond); err != nil {
			return nil, translate(err)
		}
	}
	return nil, nil //nolint:nilnil // the backup works without the pause
}

// isLocked reports whether err says that another transaction holds a lock.
func isLocked(err error) bool {
	if lite, ok := errors.AsType[sqlite3.Error](err); ok {
		return lite.Code == sqlite3.ErrBusy
	}
	return postgresCode(err) == "55P03"
}

func (db *DB) lockTables(ctx context.Context, lock *sql.Tx, tables []backup.Table) error {
	if db.dialect.name == sqliteDialect.name {
		return nil // the transaction is immediate
	}
	names := make([]string, len(tables))
	for i, table := range tables {
		names[i] = table.Name
	}
	_, err := lock.ExecContext(ctx, `SET LOCAL lock_timeout = '300ms'`)
	if err == nil {
		_, err = lock.ExecContext(ctx, `LOCK TABLE `+strings.Join(names, ", ")+` IN SHARE MODE`)
	}
	return err
}

// isHeld reports whether writes are still paused.
func (p *writePause) isHeld() bool {
	if p == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lock != nil
}

// release lets writes go on.
func (p *writePause) release() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lock == nil {
		return
	}
	p.timer.Stop()
	_ = p.lock.Rollback() // it wrote nothing
	p.lock = nil
}
