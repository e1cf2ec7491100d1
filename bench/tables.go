package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/millrace/millrace/internal/enginekind"
)

// manyTables and longChain are the sizes of the two projects that consist of next to nothing, so that what is measured is
// what the platform itself costs.
const (
	manyTables = 1_000
	longChain  = 40
	atOnce     = 4
)

// tables compares a thousand tables that need nothing of each other with the same statements straight to the driver.
func (b *bench) tables() error {
	f := newFiles("STG")
	for i := range manyTables {
		f.stage(i, fmt.Sprintf("T%04d", i), fmt.Sprintf("SELECT %d AS id, 'row %d' AS name", i, i))
	}
	s, err := newScene(f, nil)
	if err != nil {
		return err
	}
	d, err := b.besideDriver(s, b.rounds)
	if err != nil {
		return err
	}
	b.reportDuel("1,000 trivial tables, 4 at once / the driver", d, 2)
	return nil
}

// chain measures forty tables each of which needs the one before.
func (b *bench) chain() error {
	f := newFiles("STG")
	f.stage(0, "T0000", "SELECT 0 AS id")
	for i := 1; i < longChain; i++ {
		f.stage(i, fmt.Sprintf("T%04d", i), fmt.Sprintf("SELECT t.id + 1 AS id FROM {{ ref('STG', 'T%04d') }} AS t", i-1))
	}
	s, err := newScene(f, nil)
	if err != nil {
		return err
	}
	d, err := b.besideDriver(s, 3*b.rounds)
	if err != nil {
		return err
	}
	perNode := 1000 * median(d.ours.wall) / longChain
	b.report("a chain of 40 tiny nodes, milliseconds a node", perNode, 10, "", perNode > 10)
	b.note("platform and driver", d.String())
	return nil
}

// besideDriver refreshes a project on a platform and does the same statements through the driver, in turn.
func (b *bench) besideDriver(s scene, rounds int) (d duel, err error) {
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
	deployed, err := bringIn(b.ctx, p, c, s, "")
	if err != nil {
		return d, err
	}
	b.note("made and filled for the first time in", time.Since(began).Round(time.Millisecond).String())
	folder, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	other, err := b.prepareStraight(site{folder: folder, databases: []string{enginekind.DefaultDatabase(enginekind.DuckDB)}}, s)
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, other.close()) }()
	return fight(rounds,
		func() (time.Time, error) { return deployed.refresh(b.ctx, atOnce) },
		func() (time.Time, error) { err := other.runPlan(b.ctx, s.refresh); return time.Now(), err })
}

// prepareStraight brings the other side to where the platform is after a deploy.
func (b *bench) prepareStraight(at site, s scene) (*straight, error) {
	other, err := openStraight(b.ctx, at)
	if err != nil {
		return nil, err
	}
	if err := other.bring(b.ctx, s); err != nil {
		return nil, errors.Join(err, other.close())
	}
	return other, nil
}

// bring makes and fills the nodes of a project.
func (s *straight) bring(ctx context.Context, what scene) error {
	if err := s.prepare(ctx, what.install); err != nil {
		return err
	}
	if err := s.runPlan(ctx, what.install); err != nil {
		return err
	}
	return s.runPlan(ctx, what.refresh)
}
