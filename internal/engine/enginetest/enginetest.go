package enginetest

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// patience is how long a case may take. It is less than a slow query runs, so that a case that waits for one fails.
const patience = 50 * time.Second

// Subject is an engine to be put through the suite.
type Subject struct {
	// Open opens the engine. Every call within one test reaches the same data, and each gives an engine of its own, as
	// two processes would have, or as near to that as the engine comes. The suite closes it.
	Open func(t *testing.T) engine.Engine
	// Database is one that the suite may make schemas in; empty is the default one.
	Database string
	// Slow is a query of one column that runs for more than a minute unless it is stopped.
	Slow string
	// Secret must be in no fault. It is empty when the connection has none.
	Secret string
}

// Run puts the engine through every case.
func Run(t *testing.T, subject Subject) {
	t.Helper()
	w := world{subject: subject, schemas: new(atomic.Int64)}
	w.shared = w.open(t)
	for about, cases := range suite() {
		t.Run(about, func(t *testing.T) {
			t.Parallel()
			for name, verify := range cases {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					verify(newBench(t, w))
				})
			}
		})
	}
}

// cases are tests of one thing, by what they promise.
type cases map[string]func(*bench)

func suite() map[string]cases {
	return map[string]cases{
		"count":       countCases(),
		"value":       valueCases(),
		"limit":       limitCases(),
		"describe":    describeCases(),
		"catalog":     catalogCases(),
		"prepare":     prepareCases(),
		"transaction": transactionCases(),
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

// world is what all cases share.
type world struct {
	subject Subject
	schemas *atomic.Int64
	shared  engine.Engine
}

// open opens the engine until the test ends.
func (w world) open(t *testing.T) engine.Engine {
	t.Helper()
	opened := w.subject.Open(t)
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Errorf("close the engine: %v", err)
		}
	})
	return opened
}

// newBench gives a case a schema of its own and a limit to its time.
func newBench(t *testing.T, w world) *bench {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	b := &bench{T: t, world: w, ctx: ctx, engine: w.shared}
	b.place = b.newPlace()
	return b
}
