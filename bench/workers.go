package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/transform"
)

const (
	// manyWorkers are compared with one worker. Each executes runsOfAWorker runs at once.
	manyWorkers   = 4
	runsOfAWorker = 8
	// statementTime is how long the engine takes for the only statement of a run. It only waits.
	statementTime = 50 * time.Millisecond
	// workedEnvironments is the number of environments that the waiting runs are spread over.
	workedEnvironments = 20
)

// workers measures how much faster several workers execute runs that wait than one does, on one PostgreSQL that flushes to disk. The
// engine only waits, so that the processors are left to the platform. The workers are those of `millrace worker`, each with its own
// connections to the state database, in one process.
func (b *bench) workers() error {
	server, err := b.durablePostgres()
	if err != nil || server == "" {
		return err
	}
	return b.withDatabase(server, func(address string) error {
		var one, many []float64
		for round := range b.rounds {
			first, err := b.executeWaiting(address, 2*round, 1)
			if err != nil {
				return err
			}
			second, err := b.executeWaiting(address, 2*round+1, manyWorkers)
			if err != nil {
				return err
			}
			one, many = append(one, first.Seconds()), append(many, second.Seconds())
		}
		b.atLeast(fmt.Sprintf("%s waiting runs: %d workers against one", count(b.small()), manyWorkers), median(one)/median(many), 3, asRatio)
		b.note(fmt.Sprintf("one worker and %d, with %d runs at once each", manyWorkers, runsOfAWorker), fmt.Sprintf("%.1f s and %.1f s", median(one), median(many)))
		return nil
	})
}

// executeWaiting stores runs, starts workers and returns how long they took for all of them.
func (b *bench) executeWaiting(address string, round, workers int) (took time.Duration, err error) {
	db, err := store.Open(b.ctx, store.Options{URL: address})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	waiting, err := b.storeWaiting(db, round)
	if err != nil {
		return 0, err
	}
	ctx, stop := context.WithCancel(b.ctx)
	defer stop()
	done := make(chan error, workers)
	began := time.Now()
	for number := range workers {
		go func() { done <- executeRuns(ctx, address, fmt.Sprintf("worker %d of round %d", number, round)) }()
	}
	err = waiting.fixture.await(ctx, waiting.runs)
	took = time.Since(began)
	stop()
	for range workers {
		err = errors.Join(err, <-done)
	}
	return took, err
}

// waitingRuns are runs that no worker has claimed.
type waitingRuns struct {
	fixture fixture
	runs    []run.Run
}

// storeWaiting stores runs of one node each, spread over environments. Each round has its own organization.
func (b *bench) storeWaiting(db *store.DB, round int) (w waitingRuns, err error) {
	if w.fixture, err = addFixture(b.ctx, db, fmt.Sprint("Bench ", round)); err != nil {
		return w, err
	}
	environments := make([]ids.Environment, workedEnvironments)
	for i := range environments {
		if environments[i], err = w.fixture.addEnvironment(b.ctx, fmt.Sprint("Target ", i)); err != nil {
			return w, err
		}
	}
	for i := range b.small() {
		stored, err := db.Runs().Insert(b.ctx, w.fixture.by, run.Draft{
			Environment: environments[i%len(environments)], Type: run.Refresh, Plan: oneNode(round*b.small() + i), Details: run.Details{Parallelism: 1},
		})
		if err != nil {
			return w, err
		}
		w.runs = append(w.runs, stored)
	}
	return w, nil
}

// executeRuns executes runs as a separate worker does, until the context ends.
func executeRuns(ctx context.Context, address, owner string) (err error) {
	db, err := store.Open(ctx, store.Options{URL: address})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return runner.New(runner.Options{
		Store: db.Leases(), Owner: owner, MaxRuns: runsOfAWorker,
		Engine: func(context.Context, project.EngineUse) (engine.Engine, func(), error) {
			return waitingEngine{newNoopEngine()}, func() {}, nil
		},
	}).Run(ctx)
}

// oneNode returns a plan of one node that is in no other plan.
func oneNode(number int) plan.Plan {
	return plan.Plan{Nodes: []plan.Node{{
		ID: transform.NodeID(identity(number)), Name: "T", Location: "STG", Type: "Stage", Schema: engine.Schema{Database: "bench", Name: "STG"},
		Stages: []plan.Stage{{Name: "Insert rows", Kind: plan.SQL, SQL: `INSERT INTO "bench"."STG"."T" SELECT 1`}},
	}}}
}

// waitingEngine is an engine that only waits.
type waitingEngine struct{ noopEngine }

func (waitingEngine) Session(context.Context, engine.Label) (engine.Session, error) {
	return waitingSession{}, nil
}

type waitingSession struct{ noopSession }

func (waitingSession) Exec(ctx context.Context, _ string) (engine.Counts, error) {
	return engine.Counts{Inserted: 1}, backoff.Sleep(ctx, statementTime)
}
