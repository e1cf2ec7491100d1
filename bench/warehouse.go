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

// warehouseMemory is the memory limit of DuckDB on both sides.
const warehouseMemory = "4GB"

// warehouse compares a project that transforms real amounts of data with the same SQL sent directly to the driver. Here
// the platform does little itself and must not slow the engine down. DuckDB has its own process and the same settings on
// both sides.
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
	in := folders{platform: filepath.Join(root, "platform"), driver: filepath.Join(root, "driver")}
	began := time.Now()
	tables, err := in.fill(b.ctx, scale)
	if err != nil {
		return err
	}
	b.note(fmt.Sprintf("generating the sources of the warehouse, scale %g, took", scale), time.Since(began).Round(time.Millisecond).String())
	s, err := tpchProject(tables)
	if err != nil {
		return err
	}
	rounds := b.rounds
	if scale < 1 {
		rounds *= 16 // short rounds can differ by more than the margin of the budget
	}
	d, err := b.compareWarehouse(s, in, rounds)
	if err != nil {
		return err
	}
	b.reportComparison(fmt.Sprintf("warehouse of %d nodes, scale %g, 4 at once / driver", len(s.refresh.Nodes), scale), d, 1.05)
	return nil
}

// folders are the folders of the two sides, with the same sources in both.
type folders struct{ platform, driver string }

func (f folders) fill(ctx context.Context, scale float64) ([]table, error) {
	if err := errors.Join(os.Mkdir(f.platform, 0o700), os.Mkdir(f.driver, 0o700)); err != nil {
		return nil, err
	}
	tables, err := generate(ctx, f.platform, scale)
	if err != nil {
		return nil, err
	}
	const file = rawDatabase + ".duckdb"
	return tables, copyFile(filepath.Join(f.platform, file), filepath.Join(f.driver, file))
}

func (b *bench) compareWarehouse(s plannedProject, in folders, rounds int) (d comparison, err error) {
	p, _, err := start(b.ctx, false)
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c, err := signIn(b.ctx, p.app.BaseURL)
	if err != nil {
		return d, err
	}
	deployed, err := newDeployment(b.ctx, c, s, in.platform)
	if err != nil {
		return d, err
	}
	databases := []string{rawDatabase, enginekind.DefaultDatabase(enginekind.DuckDB)}
	direct, err := b.prepareDirect(databaseFiles{Folder: in.driver, Databases: databases, Memory: warehouseMemory}, s)
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, direct.close()) }()
	return compareInTurn(rounds,
		func() (float64, error) { return deployed.refresh(b.ctx) },
		func() (float64, error) { return direct.run(refreshPlan) })
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
