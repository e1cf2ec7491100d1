package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/store"
)

// The number of runs at once and of nodes in each run while transitions are counted.
const (
	busyRuns      = 4
	nodesOfARun   = 5_000
	postgresNamed = "MILLRACE_TEST_POSTGRES"
)

// transitions measures how many node transitions per second become durable. The real runner works on the real store,
// with an engine that does nothing. It counts what the runner writes to the store: a node that starts and ends within
// one write counts once.
func (b *bench) transitions() (err error) {
	folder, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if err := b.transitionsIn("SQLite", store.Options{Folder: folder}, 2_000); err != nil {
		return err
	}
	server := os.Getenv(postgresNamed)
	if server == "" {
		b.note("durable node transitions/s, PostgreSQL", "skipped: no server; run under test/with-postgres")
		return nil
	}
	return b.onPostgres(server)
}

// onPostgres measures in a database that it creates and drops.
func (b *bench) onPostgres(server string) (err error) {
	address, err := url.Parse(server)
	if err != nil {
		return errors.New(postgresNamed + " is not a URL")
	}
	admin, err := sql.Open("pgx", server)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, admin.Close()) }()
	name := "bench_" + strings.ToLower(rand.Text())
	if _, err := admin.ExecContext(b.ctx, "CREATE DATABASE "+name); err != nil {
		return err
	}
	defer func() {
		_, dropped := admin.ExecContext(b.ctx, "DROP DATABASE "+name+" WITH (FORCE)")
		err = errors.Join(err, dropped)
	}()
	var isDurable string
	if err := admin.QueryRowContext(b.ctx, "SHOW fsync").Scan(&isDurable); err != nil {
		return err
	}
	b.note("the PostgreSQL server has fsync", isDurable)
	address.Path = "/" + name
	return b.transitionsIn("PostgreSQL", store.Options{URL: address.String()}, 3_000)
}

func (b *bench) transitionsIn(name string, options store.Options, budget float64) (err error) {
	db, err := store.Open(b.ctx, options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	fixture, err := newFixture(b.ctx, db)
	if err != nil {
		return err
	}
	var rates, groups []float64
	for round := range b.rounds {
		counted, err := fixture.work(b.ctx, round)
		if err != nil {
			return err
		}
		rates = append(rates, float64(counted.written.Load())/counted.took.Seconds())
		groups = append(groups, float64(counted.written.Load())/float64(counted.groups.Load()))
	}
	b.report("durable node transitions/s, "+name, median(rates), budget, "", median(rates) < budget)
	b.note("transitions per transaction, on average", fmt.Sprintf("%.0f", median(groups)))
	return nil
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
