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

// bench is what one case works at: an engine that it shares with others, and a schema of its own.
type bench struct {
	*testing.T

	world  world
	ctx    context.Context //nolint:containedctx // a case is one call, and this is its context
	engine engine.Engine
	place  engine.Schema
}

// newPlace makes a schema that nobody else has.
func (b *bench) newPlace() engine.Schema {
	b.Helper()
	schema := b.unused("suite")
	b.ok(b.engine.Prepare(b.ctx, []engine.Schema{schema}))
	return schema
}

// unused names a schema that is not there yet.
func (b *bench) unused(name string) engine.Schema {
	return engine.Schema{Database: b.world.subject.Database, Name: fmt.Sprintf("%s_%d", name, b.world.schemas.Add(1))}
}

// in writes the name of a table in a place, as SQL has it.
func (b *bench) in(schema engine.Schema, table string) string {
	database := schema.Database
	if database == "" {
		database = b.engine.DefaultDatabase()
	}
	return b.engine.Dialect().Qualify(database, schema.Name, table)
}

// table writes the name of a table in the case's own schema.
func (b *bench) table(name string) string { return b.in(b.place, name) }

// numbers makes a table that holds the numbers from 1 to n, and gives its name.
func (b *bench) numbers(n int) string {
	b.Helper()
	table := b.table("numbers")
	s := b.open(b.engine)
	s.exec("CREATE TABLE " + table + " (n INTEGER NOT NULL, word VARCHAR(20))")
	for i := range n {
		s.exec(fmt.Sprintf("INSERT INTO %s VALUES (%d, 'word %d')", table, i+1, i+1))
	}
	return table
}

// holds checks the numbers in a table, as somebody in another session sees them.
func (b *bench) holds(table string, want ...int64) {
	b.Helper()
	b.open(b.engine).holds(table, want...)
}

// ok ends the case when something that it builds on failed.
func (b *bench) ok(err error) {
	b.Helper()
	if err != nil {
		b.Fatalf("unexpected fault of kind %s: %v", fault.KindOf(err), err)
	}
}

// equal compares values.
func equal[T any](b *bench, got, want T) {
	b.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		b.Errorf("not as it should be (-want +got):\n%s", diff)
	}
}

// refused checks that something failed, as the right kind of fault, with these words in its message.
func (b *bench) refused(err error, kind fault.Kind, words ...string) {
	b.Helper()
	b.keepsSecret(err)
	if !fault.Is(err, kind) {
		b.Fatalf("got %v (%s), want a fault of kind %s", err, fault.KindOf(err), kind)
	}
	message := fault.From(err).Message
	for _, word := range words {
		if !strings.Contains(strings.ToLower(message), strings.ToLower(word)) {
			b.Errorf("the message %q does not mention %q", message, word)
		}
	}
}

// keepsSecret checks that the secret of the connection is not in a fault.
func (b *bench) keepsSecret(err error) {
	b.Helper()
	secret := b.world.subject.Secret
	if err == nil || secret == "" {
		return
	}
	if f := fault.From(err); strings.Contains(err.Error()+f.Error()+f.Hint, secret) {
		b.Error("a fault holds the secret of the connection")
	}
}
