package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/millrace/millrace/internal/enginekind"
)

// manyTables and longChain are the sizes of two projects of trivial nodes, so that the platform's own cost is measured.
const (
	manyTables = 1_000
	longChain  = 40
	atOnce     = 4
)

// tables compares a thousand independent tables with the same statements sent directly to the driver.
func (b *bench) tables() error {
	f := newFiles("STG")
	for i := range manyTables {
		f.stage(i, fmt.Sprintf("T%04d", i), fmt.Sprintf("SELECT %d AS id, 'row %d' AS name", i, i))
	}
	s, err := newPlannedProject(f, nil)
	if err != nil {
		return err
	}
	d, err := b.compareWithDriver(s, b.rounds)
	if err != nil {
		return err
	}
	b.reportComparison("1,000 trivial tables, 4 at once / driver", d, 2)
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
	perNode := 1000 * median(d.platform.wall) / longChain
	b.report("a chain of 40 tiny nodes, milliseconds per node", perNode, 10, "", perNode > 10)
	b.note("platform and driver", d.String())
	return nil
}

// compareWithDriver refreshes a project on a platform and executes the same statements through the driver, in turn.
func (b *bench) compareWithDriver(s plannedProject, rounds int) (d comparison, err error) {
	p, _, err := start(b.ctx, false)
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c, err := signIn(b.ctx, p)
	if err != nil {
		return d, err
	}
	began := time.Now()
	deployed, err := newDeployment(b.ctx, p, c, s, "")
	if err != nil {
		return d, err
	}
	b.note("first deployment and load took", time.Since(began).Round(time.Millisecond).String())
	folder, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	direct, err := b.prepareDirect(databaseFiles{folder: folder, databases: []string{enginekind.DefaultDatabase(enginekind.DuckDB)}}, s)
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, direct.close()) }()
	return compareInTurn(rounds,
		func() (time.Time, error) { return deployed.refresh(b.ctx, atOnce) },
		func() (time.Time, error) { err := direct.runPlan(b.ctx, s.refresh); return time.Now(), err })
}

// prepareDirect creates and loads the same objects through the driver that the platform has after a deployment.
func (b *bench) prepareDirect(at databaseFiles, s plannedProject) (*directDriver, error) {
	direct, err := openDirect(b.ctx, at)
	if err != nil {
		return nil, err
	}
	if err := direct.deploy(b.ctx, s); err != nil {
		return nil, errors.Join(err, direct.close())
	}
	return direct, nil
}

// deploy creates and loads the nodes of a project.
func (s *directDriver) deploy(ctx context.Context, what plannedProject) error {
	if err := s.prepare(ctx, what.install); err != nil {
		return err
	}
	if err := s.runPlan(ctx, what.install); err != nil {
		return err
	}
	return s.runPlan(ctx, what.refresh)
}
