package enginetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// fixture is what one case uses: an engine that it shares with other cases, and its own schema.
type fixture struct {
	*testing.T

	suiteState suiteState
	ctx        context.Context //nolint:containedctx // a case is one call, and this is its context
	engine     engine.Engine
	schema     engine.Schema
}

// newSchema creates a schema that no other case uses.
func (f *fixture) newSchema() engine.Schema {
	f.Helper()
	schema := f.unused("suite")
	f.ok(f.engine.Prepare(f.ctx, []engine.Schema{schema}))
	return schema
}

// unused returns the name of a schema that does not exist.
func (f *fixture) unused(name string) engine.Schema {
	subject := f.suiteState.subject
	return engine.Schema{Database: subject.Database, Name: fmt.Sprintf("%s%s_%d", subject.Prefix, name, f.suiteState.schemas.Add(1))}
}

// in returns the qualified name of a table in a schema.
func (f *fixture) in(schema engine.Schema, table string) string {
	database := schema.Database
	if database == "" {
		database = f.engine.DefaultDatabase()
	}
	return f.engine.Dialect().Qualify(database, schema.Name, table)
}

// table returns the qualified name of a table in the case's own schema.
func (f *fixture) table(name string) string { return f.in(f.schema, name) }

// numbers creates a table with the numbers from 1 to n, and returns its name.
func (f *fixture) numbers(n int) string {
	f.Helper()
	table := f.table("numbers")
	s := f.open(f.engine)
	s.exec("CREATE TABLE " + table + " (n INTEGER NOT NULL, word VARCHAR(20))")
	rows := make([]string, n)
	for i := range rows {
		rows[i] = fmt.Sprintf("(%d, 'word %d')", i+1, i+1)
	}
	if n > 0 {
		s.exec("INSERT INTO " + table + " VALUES " + strings.Join(rows, ", "))
	}
	return table
}

// contains checks the numbers in a table, as another session sees them.
func (f *fixture) contains(table string, want ...int64) {
	f.Helper()
	f.open(f.engine).contains(table, want...)
}

// ok ends the case if a step that it needs failed.
func (f *fixture) ok(err error) {
	f.Helper()
	if err != nil {
		f.Fatalf("unexpected fault of kind %s: %v", fault.KindOf(err), err)
	}
}

// equal compares values.
func equal[T any](f *fixture, got, want T) {
	f.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		f.Errorf("not as it should be (-want +got):\n%s", diff)
	}
}

// refused checks the kind of a fault, and that its message contains these words.
func (f *fixture) refused(err error, kind fault.Kind, words ...string) {
	f.Helper()
	f.keepsSecret(err)
	if !fault.Is(err, kind) {
		f.Fatalf("got %v (%s), want a fault of kind %s", err, fault.KindOf(err), kind)
	}
	message := fault.From(err).Message
	for _, word := range words {
		if !strings.Contains(strings.ToLower(message), strings.ToLower(word)) {
			f.Errorf("the message %q does not mention %q", message, word)
		}
	}
}

// keepsSecret checks that a fault does not contain the secret of the connection.
func (f *fixture) keepsSecret(err error) {
	f.Helper()
	secret := f.suiteState.subject.Secret
	if err == nil || secret == "" {
		return
	}
	if found := fault.From(err); strings.Contains(err.Error()+found.Error()+found.Hint, secret) {
		f.Error("a fault contains the secret of the connection")
	}
}
