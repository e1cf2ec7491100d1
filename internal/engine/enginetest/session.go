package enginetest

import (
	"fmt"

	"github.com/millrace/millrace/internal/engine"
)

func sessionCases() cases {
	return cases{
		"every session has an id of its own":    sessionIDs,
		"many work side by side":                manySessions,
		"more sessions than anybody needs":      sessionAfterSession,
		"a session can be given back twice":     closeTwice,
		"a session that was given back is gone": closedSession,
	}
}

func sessionIDs(b *bench) {
	seen := map[string]bool{}
	for range 5 {
		id := b.open(b.engine).ID()
		if id == "" || seen[id] {
			b.Errorf("id %q is empty or was given before", id)
		}
		seen[id] = true
	}
}

func manySessions(b *bench) {
	const sessions = 16
	for i, err := range together(sessions, func(i int) error {
		session, err := b.engine.Session(b.ctx, engine.Label{WorkID: owner(), Epoch: 1})
		if err != nil {
			return err
		}
		defer session.Close() //nolint:errcheck // the commit has told
		if err := session.Begin(b.ctx); err != nil {
			return err
		}
		table := b.table(fmt.Sprintf("t%02d", i))
		if _, err := session.Exec(b.ctx, fmt.Sprintf("CREATE TABLE %s AS SELECT %d AS n", table, i)); err != nil {
			return err
		}
		if _, err := session.Exec(b.ctx, fmt.Sprintf("INSERT INTO %s SELECT n + 100 FROM %s", table, table)); err != nil {
			return err
		}
		return session.Commit(b.ctx)
	}) {
		if err != nil {
			b.Errorf("session %d: %v", i, err)
		}
	}
	for i := range int64(sessions) {
		b.holds(b.table(fmt.Sprintf("t%02d", i)), i, i+100)
	}
}

func sessionAfterSession(b *bench) {
	for range 100 {
		s := b.open(b.engine)
		s.query("SELECT 1", 1)
		b.ok(s.Close())
	}
}

func closeTwice(b *bench) {
	s := b.open(b.engine)
	b.ok(s.Close())
	b.ok(s.Close())
}

func closedSession(b *bench) {
	s := b.open(b.engine)
	b.ok(s.Close())
	b.unavailable(s.look("SELECT 1"))
	b.unavailable(s.try("SELECT 1"))
	b.unavailable(s.Begin(b.ctx))
	b.unavailable(s.Commit(b.ctx))
}
