package enginetest

import (
	"fmt"

	"github.com/millrace/millrace/internal/engine"
)

func sessionCases() cases {
	return cases{
		"session ids are unique":        sessionIDs,
		"many sessions work at once":    manySessions,
		"many sessions in sequence":     sessionAfterSession,
		"a session can be closed twice": closeTwice,
		"a closed session is unusable":  closedSession,
	}
}

func sessionIDs(f *fixture) {
	seen := map[string]bool{}
	for range 5 {
		id := f.open(f.engine).ID()
		if id == "" || seen[id] {
			f.Errorf("id %q is empty or was given before", id)
		}
		seen[id] = true
	}
}

func manySessions(f *fixture) {
	const sessions = 16
	hasTransactions := f.engine.Capabilities().Transactions == engine.FullTransactions
	for i, err := range together(sessions, func(i int) error {
		session, err := f.engine.Session(f.ctx, engine.Label{WorkID: owner(), Epoch: 1})
		if err != nil {
			return err
		}
		defer session.Close() //nolint:errcheck // the commit reports errors
		if hasTransactions {
			if err := session.Begin(f.ctx); err != nil {
				return err
			}
		}
		table := f.table(fmt.Sprintf("t%02d", i))
		if _, err := session.Exec(f.ctx, fmt.Sprintf("CREATE TABLE %s AS SELECT %d AS n", table, i)); err != nil {
			return err
		}
		if _, err := session.Exec(f.ctx, fmt.Sprintf("INSERT INTO %s SELECT n + 100 FROM %s", table, table)); err != nil {
			return err
		}
		if !hasTransactions {
			return nil
		}
		return session.Commit(f.ctx)
	}) {
		if err != nil {
			f.Errorf("session %d: %v", i, err)
		}
	}
	for i := range int64(sessions) {
		f.contains(f.table(fmt.Sprintf("t%02d", i)), i, i+100)
	}
}

func sessionAfterSession(f *fixture) {
	for range 100 {
		s := f.open(f.engine)
		s.query("SELECT 1", 1)
		f.ok(s.Close())
	}
}

func closeTwice(f *fixture) {
	s := f.open(f.engine)
	f.ok(s.Close())
	f.ok(s.Close())
}

func closedSession(f *fixture) {
	s := f.open(f.engine)
	f.ok(s.Close())
	f.unavailable(s.tryQuery("SELECT 1"))
	f.unavailable(s.try("SELECT 1"))
	f.unavailable(s.Begin(f.ctx))
	f.unavailable(s.Commit(f.ctx))
}
