package enginetest

import (
	"cmp"
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// caseTimeout limits a case, unless the subject has another limit. It is shorter than a slow query, so that a case that waits for one
// fails.
const caseTimeout = 50 * time.Second

// Subject is an engine to test.
type Subject struct {
	// Open opens the engine. Every call within one test reaches the same data, and returns its own engine, as two processes
	// would have, as far as the engine allows it. The suite closes it.
	Open func(t *testing.T) engine.Engine
	// Database is where the suite may create schemas; empty is the default database.
	Database string
	// Prefix begins the names of the suite's schemas; empty if no other suite uses the database.
	Prefix string
	// Slow is a query of one column that runs for more than a minute unless it is stopped.
	Slow string
	// Timeout limits a case; 0 is 50 seconds. Slow must run for longer.
	Timeout time.Duration
	// Secret must not appear in any fault. It is empty if the connection has none.
	Secret string
	// CanName reports whether tables and schemas can have a name; nil if they can have every name.
	CanName func(name string) bool
	// Skip lists cases that the engine's SQL cannot express, with the reason: "count/a merge counts its rows".
	Skip map[string]string
}

// Run runs every case on the engine.
func Run(t *testing.T, subject Subject) {
	t.Helper()
	w := suiteState{subject: subject, schemas: new(atomic.Int64)}
	w.shared = w.open(t)
	for about, cases := range suite() {
		t.Run(about, func(t *testing.T) {
			t.Parallel()
			for name, verify := range cases {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					if reason := subject.Skip[about+"/"+name]; reason != "" {
						t.Skip(reason)
					}
					verify(newFixture(t, w))
				})
			}
		})
	}
}

// cases are the tests of one topic, by name.
type cases map[string]func(*fixture)

func suite() map[string]cases {
	return map[string]cases{
		"count":       countCases(),
		"value":       valueCases(),
		"limit":       limitCases(),
		"describe":    describeCases(),
		"catalog":     catalogCases(),
		"prepare":     prepareCases(),
		"transaction": transactionCases(),
		"publication": publicationCases(),
		"savepoint":   savepointCases(),
		"work table":  workTableCases(),
		"invalid":     invalidCases(),
		"cancel":      cancelCases(),
		"conflict":    conflictCases(),
		"fence":       fenceCases(),
		"session":     sessionCases(),
		"close":       closeCases(),
	}
}

// suiteState is what all cases share.
type suiteState struct {
	subject Subject
	schemas *atomic.Int64
	shared  engine.Engine
}

// open opens the engine until the test ends.
func (w suiteState) open(t *testing.T) engine.Engine {
	t.Helper()
	opened := w.subject.Open(t)
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Errorf("close the engine: %v", err)
		}
	})
	return opened
}

// newFixture returns the fixture of a case, with its own schema and a time limit.
func newFixture(t *testing.T, w suiteState) *fixture {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), cmp.Or(w.subject.Timeout, caseTimeout))
	t.Cleanup(cancel)
	f := &fixture{T: t, suiteState: w, ctx: ctx, engine: w.shared}
	f.schema = f.newSchema()
	return f
}
