package enginetest

import (
	"crypto/rand"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// conversation is a session in which everything is expected to go well unless a case says otherwise.
type conversation struct {
	engine.Session

	b *bench
}

// open opens a session of nobody in particular until the case ends.
func (b *bench) open(e engine.Engine) conversation {
	b.Helper()
	return b.openAs(e, engine.Label{WorkID: "suite-" + rand.Text(), Epoch: 1})
}

// openAs opens a session with a label.
func (b *bench) openAs(e engine.Engine, label engine.Label) conversation {
	b.Helper()
	session, err := e.Session(b.ctx, label)
	b.ok(err)
	b.Cleanup(func() { _ = session.Close() }) // a case may have closed it, or have lost it on purpose
	return conversation{session, b}
}

func (s conversation) begin() {
	s.b.Helper()
	s.b.ok(s.Begin(s.b.ctx))
}

func (s conversation) commit() {
	s.b.Helper()
	s.b.ok(s.Commit(s.b.ctx))
}

func (s conversation) rollback() {
	s.b.Helper()
	s.b.ok(s.Rollback(s.b.ctx))
}

func (s conversation) exec(statement string) engine.Counts {
	s.b.Helper()
	counts, err := s.Exec(s.b.ctx, statement)
	if err != nil {
		s.b.Fatalf("%s\nunexpected fault: %v", statement, err)
	}
	return counts
}

// try runs a statement that need not go well.
func (s conversation) try(statement string) error {
	_, err := s.Exec(s.b.ctx, statement)
	s.b.keepsSecret(err)
	return err
}

func (s conversation) query(query string, limit int) engine.Rows {
	s.b.Helper()
	rows, err := s.Query(s.b.ctx, query, limit)
	if err != nil {
		s.b.Fatalf("%s\nunexpected fault: %v", query, err)
	}
	return rows
}

// look runs a query that need not go well.
func (s conversation) look(query string) error {
	_, err := s.Query(s.b.ctx, query, 1)
	s.b.keepsSecret(err)
	return err
}

// holds checks the numbers in a table.
func (s conversation) holds(table string, want ...int64) {
	s.b.Helper()
	rows := s.query("SELECT n FROM "+table+" ORDER BY n", 1000)
	var got []int64
	for _, row := range rows.Values {
		n, _ := row[0].(int64)
		got = append(got, n)
	}
	equal(s.b, got, want)
}

// usableOrGone checks a session in which something went wrong and that was rolled back: it works, or it says that it is
// gone, and another one works.
func (s conversation) usableOrGone() {
	s.b.Helper()
	if err := s.look("SELECT 1"); err != nil {
		s.b.unavailable(err)
	}
	s.b.open(s.b.engine).query("SELECT 1", 1)
}

// columnNames are the names of columns, put together.
func columnNames(columns []engine.Column) string {
	names := make([]string, len(columns))
	for i := range columns {
		names[i] = columns[i].Name
	}
	return strings.Join(names, "|")
}
