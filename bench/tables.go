package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/plan"
)

// longChain is the number of nodes of a chain, and atOnce how many nodes run at the same time.
const (
	longChain = 40
	atOnce    = 4
)

// trivialTables returns a project of independent tables with one row each, so that the platform's own cost is measured.
func trivialTables(n int) (plannedProject, error) {
	f := newFiles("STG")
	for i := range n {
		f.stage(i, fmt.Sprintf("T%04d", i), fmt.Sprintf("SELECT %d AS id, 'row %d' AS name", i, i))
	}
	s, err := newPlannedProject(f, nil)
	if err != nil {
		return s, err
	}
	if s.replaced != n {
		return s, fmt.Errorf("only %d of %d tables can be replaced, so the driver's side would not be the fastest form", s.replaced, n)
	}
	return s, nil
}

// tables compares the refresh of many independent tables with the driver's fastest form of the same: one CREATE OR
// REPLACE TABLE AS for each table.
func (b *bench) tables() error {
	s, err := trivialTables(b.small())
	if err != nil {
		return err
	}
	d, err := b.compareWithDriver(s, max(b.rounds, 5))
	if err != nil {
		return err
	}
	b.reportComparison(fmt.Sprintf("server: refresh of %s trivial tables, 4 at once / CREATE OR REPLACE by the driver", count(b.small())), d, 1.3)
	return nil
}

// chain measures forty tables, each of which reads the previous one.
func (b *bench) chain() error {
	f := newFiles("STG")
	f.stage(0, "T0000", "SELECT 0 AS id")
	for i := 1; i < longChain; i++ {
		f.stage(i, fmt.Sprintf("T%04d", i), fmt.Sprintf("SELECT t.id + 1 AS id FROM {{ ref('STG', 'T%04d') }} AS t", i-1))
	}
	s, err := newPlannedProject(f, nil)
	if err != nil {
		return err
	}
	d, err := b.compareWithDriver(s, 3*b.rounds)
	if err != nil {
		return err
	}
	b.atMost("a chain of 40 tiny nodes, per node", 1000*median(d.platform.wall)/longChain, 10, inMilliseconds)
	b.note("platform and driver", d.String())
	return nil
}

// compareWithDriver refreshes a project on a platform and executes the same plan through the driver, in turn.
func (b *bench) compareWithDriver(s plannedProject, rounds int) (d comparison, err error) {
	p, _, err := start(b.ctx, false)
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c, err := signIn(b.ctx, p.app.BaseURL)
	if err != nil {
		return d, err
	}
	began := time.Now()
	deployed, err := newDeployment(b.ctx, c, s, "")
	if err != nil {
		return d, err
	}
	b.note("first deployment and load took", time.Since(began).Round(time.Millisecond).String())
	folder, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	direct, err := b.prepareDirect(databaseFiles{Folder: folder, Databases: []string{enginekind.DefaultDatabase(enginekind.DuckDB)}}, s)
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, direct.close()) }()
	return compareInTurn(rounds,
		func() (float64, error) { return deployed.refresh(b.ctx) },
		func() (float64, error) { return direct.run(refreshPlan) })
}

// The plans that the process of the driver executes.
const (
	installPlan = "install"
	refreshPlan = "refresh"
)

// prepareDirect creates and loads the same objects through the driver that the platform has after a deployment.
func (b *bench) prepareDirect(at databaseFiles, s plannedProject) (*driverProcess, error) {
	direct, err := startDriver(b.ctx, driverOrder{at, map[string]plan.Plan{installPlan: s.install, refreshPlan: s.best}})
	if err != nil {
		return nil, err
	}
	for _, name := range []string{installPlan, refreshPlan} {
		if _, err := direct.run(name); err != nil {
			return nil, errors.Join(err, direct.close())
		}
	}
	return direct, nil
}
