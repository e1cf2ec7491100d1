package enginetest

import (
	"crypto/rand"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// testSession is a session whose calls must succeed unless a case expects otherwise.
type testSession struct {
	engine.Session

	b *fixture
}

// open opens a session with a unique label until the case ends.
func (f *fixture) open(e engine.Engine) testSession {
	f.Helper()
	return f.openAs(e, engine.Label{WorkID: "suite-" + rand.Text(), Epoch: 1})
}

// openAs opens a session with a label.
func (f *fixture) openAs(e engine.Engine, label engine.Label) testSession {
	f.Helper()
	session, err := e.Session(f.ctx, label)
	f.ok(err)
	f.Cleanup(func() { _ = session.Close() }) // a case may have closed or ended it
	return testSession{session, f}
}

// begin starts a transaction. It skips the case on an engine that has none.
func (s testSession) begin() {
	s.b.Helper()
	s.b.needsTransactions()
	s.b.ok(s.Begin(s.b.ctx))
}

// needsTransactions skips the case on an engine whose transactions do not contain all statements.
func (f *fixture) needsTransactions() {
	f.Helper()
	if f.engine.Capabilities().Transactions < engine.FullTransactions {
		f.Skip("the engine has no transactions for all statements")
	}
}

func (s testSession) commit() {
	s.b.Helper()
	s.b.ok(s.Commit(s.b.ctx))
}

func (s testSession) rollback() {
	s.b.Helper()
	s.b.ok(s.Rollback(s.b.ctx))
}

func (s testSession) exec(statement string) engine.Counts {
	s.b.Helper()
	counts, err := s.Exec(s.b.ctx, statement)
	if err != nil {
		s.b.Fatalf("%s\nunexpected fault: %v", statement, err)
	}
	return counts
}

// try runs a statement that may fail.
func (s testSession) try(statement string) error {
	_, err := s.Exec(s.b.ctx, statement)
	s.b.keepsSecret(err)
	return err
}

func (s testSession) query(query string, limit int) engine.Rows {
	s.b.Helper()
	rows, err := s.Query(s.b.ctx, query, limit)
	if err != nil {
		s.b.Fatalf("%s\nunexpected fault: %v", query, err)
	}
	return rows
}

// tryQuery runs a query that may fail.
func (s testSession) tryQuery(query string) error {
	_, err := s.Query(s.b.ctx, query, 1)
	s.b.keepsSecret(err)
	return err
}

// contains checks the numbers in a table.
func (s testSession) contains(table string, want ...int64) {
	s.b.Helper()
	rows := s.query("SELECT n FROM "+table+" ORDER BY n", 1000)
	var got []int64
	for _, row := range rows.Values {
		n, _ := row[0].(int64)
		got = append(got, n)
	}
	equal(s.b, got, want)
}

// usableOrGone checks a session after a failure and a rollback: it works, or it reports that it has ended and another session
// works.
func (s testSession) usableOrGone() {
	s.b.Helper()
	if err := s.tryQuery("SELECT 1"); err != nil {
		s.b.unavailable(err)
	}
	s.b.open(s.b.engine).query("SELECT 1", 1)
}

// columnNames returns the names of columns, joined.
func columnNames(columns []engine.Column) string {
	names := make([]string, len(columns))
	for i := range columns {
		names[i] = columns[i].Name
	}
	return strings.Join(names, "|")
}
