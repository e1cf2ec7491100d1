package enginetest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
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
	// TypeNames are the names that the catalog has for INTEGER, VARCHAR and DECIMAL(10,2), where they are not those of the dialect.
	TypeNames map[string]string
	// HidesQueries is true if the versions of tables do not tell which queries made them.
	HidesQueries bool
	// Only lists the cases to run; empty runs all.
	Only []string
	// Skip lists cases that the engine's SQL cannot express, with the reason: "count/a merge counts its rows".
	Skip map[string]string
}

// Run runs every case on the engine.
func Run(t *testing.T, subject Subject) {
	t.Helper()
	for _, name := range unknown(subject) {
		t.Errorf("there is no case %q, which the subject names", name)
	}
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
					if len(subject.Only) > 0 && !slices.Contains(subject.Only, about+"/"+name) {
						t.Skip("not asked for")
					}
					verify(newFixture(t, w))
				})
			}
		})
	}
}

// unknown returns the names of cases that the subject lists and the suite does not have.
func unknown(subject Subject) []string {
	var names []string
	for _, full := range append(slices.Collect(maps.Keys(subject.Skip)), subject.Only...) {
		about, name, _ := strings.Cut(full, "/")
		if suite()[about][name] == nil {
			names = append(names, full)
		}
	}
	return names
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
