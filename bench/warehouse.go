package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/millrace/millrace/internal/enginekind"
)

// warehouse compares a project that transforms real amounts of data with the same SQL straight to the driver: here the
// platform has next to nothing to do, and must not be in the way.
func (b *bench) warehouse() error {
	for _, scale := range b.scales {
		if err := b.warehouseAt(scale); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) warehouseAt(scale float64) (err error) {
	root, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(root)) }()
	in := folders{ours: filepath.Join(root, "ours"), theirs: filepath.Join(root, "theirs")}
	began := time.Now()
	tables, err := in.fill(b.ctx, scale)
	if err != nil {
		return err
	}
	b.note(fmt.Sprintf("sources of the warehouse, scale %g, made in", scale), time.Since(began).Round(time.Millisecond).String())
	s, err := businessScene(tables)
	if err != nil {
		return err
	}
	rounds := b.rounds
	if scale < 1 {
		rounds *= 24 // one short round may differ from the next by more than the budget leaves
	}
	d, err := b.warehouseDuel(s, in, rounds)
	if err != nil {
		return err
	}
	b.reportDuel(fmt.Sprintf("warehouse of %d nodes, scale %g, 4 at once / the driver", len(s.refresh.Nodes), scale), d, 1.05)
	return nil
}

// folders are the folders of the two sides, with the same sources in both.
type folders struct{ ours, theirs string }

func (f folders) fill(ctx context.Context, scale float64) ([]table, error) {
	if err := errors.Join(os.Mkdir(f.ours, 0o700), os.Mkdir(f.theirs, 0o700)); err != nil {
		return nil, err
	}
	tables, err := generate(ctx, f.ours, scale)
	if err != nil {
		return nil, err
	}
	const file = rawDatabase + ".duckdb"
	return tables, copyFile(filepath.Join(f.ours, file), filepath.Join(f.theirs, file))
}

func (b *bench) warehouseDuel(s scene, in folders, rounds int) (d duel, err error) {
	p, _, err := start(b.ctx, false)
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c, err := signIn(b.ctx, p)
	if err != nil {
		return d, err
	}
	deployed, err := bringIn(b.ctx, p, c, s, in.ours)
	if err != nil {
		return d, err
	}
	databases := []string{rawDatabase, enginekind.DefaultDatabase(enginekind.DuckDB)}
	other, err := b.prepareStraight(site{folder: in.theirs, databases: databases}, s)
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, other.close()) }()
	return fight(rounds,
		func() (time.Time, error) { return deployed.refresh(b.ctx, atOnce) },
		func() (time.Time, error) { err := other.runPlan(b.ctx, s.refresh); return time.Now(), err })
}

func copyFile(from, to string) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	_, err = io.Copy(target, source)
	return err
}
