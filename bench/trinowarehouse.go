package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/trino"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// The sources of the warehouse on Trino come from its connector for TPC-H, with the names and types of the standard.
const (
	trinoSources = `tpch_standard."sf0.1"`
	trinoScale   = 0.1
)

var trinoSourceTables = []string{"customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier"}

// trinoWarehouse compares a refresh of the project in the shape of TPC-H with the same queries, each as CREATE OR REPLACE TABLE AS if the
// node replaces its table, sent by the driver in the same order and as many at once.
func (b *bench) trinoWarehouse(settings map[string]any) (err error) {
	opened, err := trino.New(trino.Options{}).Open(b.ctx, engine.Connection{Kind: enginekind.Trino, Settings: settings})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	w := trinoWarehouse{engine: opened, prefix: "bench_" + strings.ToLower(rand.Text()[:8]) + "_"}
	began := time.Now()
	f, err := w.fill(b.ctx)
	if err != nil {
		return err
	}
	b.note(fmt.Sprintf("copying the sources of the warehouse on Trino, scale %g, took", trinoScale), time.Since(began).Round(time.Millisecond).String())
	direct, err := newPlannedProjectOn(enginekind.Trino, f, w.mappings("direct_"))
	if err != nil {
		return err
	}
	d, err := b.compareTrinoWarehouse(settings, w, f, direct)
	if err != nil {
		return err
	}
	what := fmt.Sprintf("Trino: warehouse of %d nodes, scale %g, 4 at once / driver", len(direct.refresh.Nodes), trinoScale)
	b.reportComparison(what, d, 1.2)
	return nil
}

func (b *bench) compareTrinoWarehouse(settings map[string]any, w trinoWarehouse, f files, direct plannedProject) (d comparison, err error) {
	p, _, err := start(b.ctx, false)
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c, err := signIn(b.ctx, p.app.BaseURL)
	if err != nil {
		return d, err
	}
	mappings := api.Mappings{}
	for location, mapping := range w.mappings("platform_") {
		mappings[location] = api.Mapping{Schema: mapping.Schema}
	}
	deployed, err := deployOnTrino(b.ctx, c, settings, f, mappings)
	if err != nil {
		return d, err
	}
	for _, first := range []plan.Plan{direct.install, direct.best} {
		if _, err := w.run(b.ctx, first); err != nil {
			return d, err
		}
	}
	return compareInTurn(b.rounds,
		func() (float64, error) { return deployed.refresh(b.ctx) },
		func() (float64, error) { return w.run(b.ctx, direct.best) })
}

// trinoWarehouse is the warehouse on the side of the driver.
type trinoWarehouse struct {
	engine engine.Engine
	prefix string // of the schemas
}

// mappings returns the schemas of one side. Both read the same sources.
func (w trinoWarehouse) mappings(side string) map[string]transform.Mapping {
	mappings := map[string]transform.Mapping{"RAW": {Schema: w.prefix + "raw"}}
	for _, location := range []string{"STAGE", "CORE", "MART"} {
		mappings[location] = transform.Mapping{Schema: w.prefix + side + strings.ToLower(location)}
	}
	return mappings
}

// fill copies the sources into tables, and returns the project over them.
func (w trinoWarehouse) fill(ctx context.Context) (files, error) {
	raw := engine.Schema{Name: w.prefix + "raw"}
	schemas := []engine.Schema{raw}
	for _, mapping := range w.mappings("direct_") {
		schemas = append(schemas, engine.Schema{Name: mapping.Schema})
	}
	if err := w.engine.Prepare(ctx, schemas); err != nil {
		return nil, err
	}
	session, err := w.engine.Session(ctx, engine.Label{WorkID: "bench", Epoch: 1})
	if err != nil {
		return nil, err
	}
	for _, name := range trinoSourceTables {
		//nolint:unqueryvet // the source has the columns
		statement := fmt.Sprintf("CREATE TABLE %s AS SELECT * FROM %s.%s", w.engine.Dialect().Qualify("", raw.Name, name), trinoSources, name)
		if _, err := session.Exec(ctx, statement); err != nil {
			return nil, err
		}
	}
	found, err := w.engine.Catalog(ctx, raw)
	if err != nil {
		return nil, err
	}
	var tables []table
	for _, relation := range found[raw] {
		described := table{name: relation.Name}
		for _, column := range relation.Columns {
			described.columns = append(described.columns, [2]string{column.Name, column.Type})
		}
		tables = append(tables, described)
	}
	f, err := tpchProjectFiles(tables)
	if err != nil {
		return nil, err
	}
	f.putf("data.yml", "defaultStorageMapping: RAW\nfileVersion: 3\nplatformKind: trino\n")
	return f, nil
}

// run executes the statements of a plan by the driver: a node when those upstream are done, and as many at once as the platform does.
func (w trinoWarehouse) run(ctx context.Context, p plan.Plan) (float64, error) {
	began := time.Now()
	done := make([]chan struct{}, len(p.Nodes))
	for i := range done {
		done[i] = make(chan struct{})
	}
	slots := make(chan struct{}, atOnce)
	failed := make([]error, len(p.Nodes))
	var nodes sync.WaitGroup
	for i := range p.Nodes {
		nodes.Go(func() {
			defer close(done[i])
			for _, upstream := range p.Nodes[i].Upstream {
				<-done[upstream]
			}
			slots <- struct{}{}
			defer func() { <-slots }()
			failed[i] = w.runNode(ctx, &p.Nodes[i])
		})
	}
	nodes.Wait()
	return time.Since(began).Seconds(), errors.Join(failed...)
}

func (w trinoWarehouse) runNode(ctx context.Context, node *plan.Node) error {
	session, err := w.engine.Session(ctx, engine.Label{WorkID: "bench", Epoch: 1})
	if err != nil {
		return err
	}
	for i := range node.Stages {
		if node.Stages[i].Kind != plan.SQL {
			continue
		}
		if _, err := session.Exec(ctx, node.Stages[i].SQL); err != nil {
			return fmt.Errorf("%s: %w in\n%s", node.Name, err, node.Stages[i].SQL)
		}
	}
	return session.Close()
}
