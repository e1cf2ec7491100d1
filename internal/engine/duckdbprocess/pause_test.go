package duckdbprocess_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// A pause waits for open sessions, keeps new ones waiting, and leaves no process with the files open.
func TestPauseLetsFilesBeCopied(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	above := filepath.Dir(f.folder)
	f.prepare("")
	first := f.session()
	f.exec(first, `CREATE TABLE millrace.s.t AS SELECT 42 AS i`)

	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.driver.Pause(canceled, above); !fault.Is(err, fault.Unavailable) {
		t.Fatalf("a pause during a session: %v, want unavailable", err)
	}
	f.exec(first, `INSERT INTO millrace.s.t VALUES (43)`) // it goes on
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}

	resume, err := f.driver.Pause(t.Context(), above)
	if err != nil {
		t.Fatal(err)
	}
	waiting := make(chan error, 1)
	go func() {
		s, err := f.engine.Session(t.Context(), engine.Label{WorkID: "later", Epoch: 1})
		if err == nil {
			_, err = s.Exec(t.Context(), `INSERT INTO millrace.s.t VALUES (44)`)
			_ = s.Close()
		}
		waiting <- err
	}()
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := f.engine.Session(ended, engine.Label{WorkID: "impatient", Epoch: 1}); !fault.Is(err, fault.Canceled) {
		t.Errorf("a session during the pause: %v, want canceled", err)
	}
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(f.folder)); err != nil {
		t.Fatal(err)
	}
	resume()
	if err := <-waiting; err != nil {
		t.Errorf("a session that waited: %v", err)
	}
	if got := f.number(`SELECT count(*) FROM millrace.s.t`); got != 3 {
		t.Errorf("the table has %d rows, want 3", got)
	}
	other := &fixture{T: t, driver: f.driver, folder: copied, engine: open(t, f.driver, copied)}
	t.Cleanup(func() { _ = other.engine.Close() })
	other.prepare("")
	if got := other.number(`SELECT count(*) FROM millrace.s.t`); got != 2 {
		t.Errorf("the copy has %d rows, want 2", got)
	}
}
