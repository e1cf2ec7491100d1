package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// writeGroup joins concurrent write transactions of SQLite, so that they share one write to the disk. SQLite has one
// writer, and an acknowledged transaction waits for the disk: without groups, the disk limits how many there are.
//
//	turn    ─▶ one transaction at a time runs its statements, behind a savepoint
//	others wait ─▶ it leaves the commit to them, and waits for it
//	nobody waits ─▶ it commits what the group has done
//
// A transaction that fails rolls back to its savepoint and does not affect the others. Later ones of the group see what
// earlier ones wrote, as if those had been committed. They are committed together or not at all.
type writeGroup struct {
	db      *DB
	turn    chan struct{} // contains a value while a transaction has its turn
	waiting atomic.Int64  // transactions that wait for their turn
	commits atomic.Int64
	maxAge  time.Duration
	leaving sync.WaitGroup // transactions that gave up, and may have to commit a group
	open    *sharedTx      // what is not committed yet; nil if there is none. The transaction with the turn uses it
}

// sharedTx is the transaction of one group.
type sharedTx struct {
	*sql.Tx

	members int       // transactions that have succeeded
	waits   time.Time // since when the first of them waits for the commit
	isLoud  bool      // one of the members changed something that a cache contains
	done    chan struct{}
	err     error // set before done is closed
}

const (
	// A group is committed when it is this large, or when its first member has waited this long, even if others wait.
	maxGroup    = 128
	maxGroupAge = 10 * time.Millisecond
)

// errGroupLost means that the database rolled back the whole group, because of an error of another member.
var errGroupLost = errors.New("the group of transactions was rolled back")

func newWriteGroup(db *DB) *writeGroup {
	return &writeGroup{db: db, turn: make(chan struct{}, 1), maxAge: maxGroupAge}
}

// transact runs do and returns when it is committed.
func (g *writeGroup) transact(ctx context.Context, do func(*tx) error) error {
	for {
		shared, err := g.join(ctx, do)
		if err != nil {
			return err
		}
		<-shared.done
		if !errors.Is(shared.err, errGroupLost) {
			return shared.err
		}
	}
}

// join runs do in the current group, or in a new one. If it returns an error, do has changed nothing.
func (g *writeGroup) join(ctx context.Context, do func(*tx) error) (*sharedTx, error) {
	if err := g.enter(ctx); err != nil {
		return nil, err
	}
	defer g.leave()
	shared, err := g.current() //nolint:contextcheck // the group outlives its members
	if err != nil {
		return nil, err
	}
	t := &tx{Tx: shared.Tx, dialect: g.db.dialect, now: g.db.now(), isShielded: true}
	isDone := false
	defer func() { // also after a panic
		if !isDone {
			g.undo(shared)
		}
	}()
	if err := do(t); err != nil {
		return nil, err
	}
	if shared.members > 0 {
		if _, err := shared.Exec(`RELEASE member`); err != nil { //nolint:noctx // it must not be interrupted
			return nil, err
		}
	}
	isDone = true
	if shared.members++; shared.members == 1 {
		shared.waits = time.Now()
	}
	shared.isLoud = shared.isLoud || !t.quiet
	return shared, nil
}

// enter waits for the turn. A transaction that gives up may be the one that others have left the commit to.
func (g *writeGroup) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g.waiting.Add(1)
	select {
	case g.turn <- struct{}{}:
		g.waiting.Add(-1)
		return nil
	case <-ctx.Done():
		g.waiting.Add(-1)
		g.leaving.Go(func() {
			g.turn <- struct{}{}
			g.leave()
		})
		return ctx.Err()
	}
}

// current returns the open group with a savepoint, or begins one. The first member needs no savepoint.
func (g *writeGroup) current() (*sharedTx, error) {
	if g.open != nil {
		_, err := g.open.Exec(`SAVEPOINT member`) //nolint:noctx // it must not be interrupted
		return g.open, err
	}
	begun, err := g.db.writer.BeginTx(context.Background(), nil)
	if err != nil {
		return nil, err
	}
	g.open = &sharedTx{Tx: begun, done: make(chan struct{})}
	return g.open, nil
}

// undo rolls back the member that has the turn. If the database has rolled back the whole group, as it does when the disk
// is full, the other members run again.
func (g *writeGroup) undo(shared *sharedTx) {
	if shared.members > 0 {
		_, err := shared.Exec(`ROLLBACK TO member; RELEASE member`) //nolint:noctx // it must not be interrupted
		if err == nil {
			return
		}
	}
	_ = shared.Rollback() // an error means that there is nothing to roll back
	g.close(shared, errGroupLost)
}

// leave ends the turn. It commits the group if nobody else will.
func (g *writeGroup) leave() {
	if shared := g.open; shared != nil && (g.waiting.Load() == 0 || shared.members >= maxGroup || time.Since(shared.waits) >= g.maxAge) {
		g.commits.Add(1)
		err := shared.Commit()
		if shared.isLoud { // even a commit that reports an error may have happened
			g.db.revision.Add(1)
		}
		g.close(shared, err)
	}
	<-g.turn
}

// close tells the members what became of the group.
func (g *writeGroup) close(shared *sharedTx, err error) {
	g.open, shared.err = nil, err
	close(shared.done)
}
