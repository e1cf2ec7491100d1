package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/store"
)

// The number of runs at once and of nodes in each run while transitions are counted.
const (
	busyRuns    = 4
	nodesOfARun = 5_000
)

// transitions measures how many node transitions per second become durable. The real runner works on the real store,
// with an engine that does nothing. It counts what the runner writes to the store: a node that starts and ends within
// one write counts once. On PostgreSQL a server that flushes to disk decides.
func (b *bench) transitions() (err error) {
	folder, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if err := b.transitionsIn("SQLite", store.Options{Folder: folder}, 2_000); err != nil {
		return err
	}
	server, err := b.durablePostgres()
	if err != nil || server == "" {
		return err
	}
	err = b.withDatabase(server, func(address string) error {
		return b.transitionsIn("PostgreSQL with fsync", store.Options{URL: address}, 3_000)
	})
	if other := os.Getenv(postgresNamed); err == nil && other != server {
		err = b.withDatabase(other, func(address string) error {
			rates, err := b.countTransitions(store.Options{URL: address})
			if err == nil {
				b.note("the same without fsync", figure(median(rates), perSecond))
			}
			return err
		})
	}
	return err
}

func (b *bench) transitionsIn(name string, options store.Options, goal float64) error {
	rates, err := b.countTransitions(options)
	if err != nil {
		return err
	}
	b.atLeast("durable node transitions, "+name, median(rates), goal, perSecond)
	return nil
}

// countTransitions returns the transitions per second of each round.
func (b *bench) countTransitions(options store.Options) (rates []float64, err error) {
	db, err := store.Open(b.ctx, options)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	fixture, err := newFixture(b.ctx, db)
	if err != nil {
		return nil, err
	}
	var groups []float64
	for round := range b.rounds {
		counted, err := fixture.work(b.ctx, round)
		if err != nil {
			return nil, err
		}
		rates = append(rates, float64(counted.written.Load())/counted.took.Seconds())
		groups = append(groups, float64(counted.written.Load())/float64(counted.groups.Load()))
	}
	b.note("transitions per transaction, on average", fmt.Sprintf("%.0f", median(groups)))
	return rates, nil
}

// countingStore counts what the runner writes to a store.
type countingStore struct {
	runner.Store

	written, groups atomic.Int64
	took            time.Duration
}

// Save counts results that became durable.
func (c *countingStore) Save(ctx context.Context, lease run.Lease, results []run.NodeResult) error {
	err := c.Store.Save(ctx, lease, results)
	if err == nil {
		c.written.Add(int64(len(results)))
		c.groups.Add(1)
	}
	return err
}
