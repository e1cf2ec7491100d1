package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/trino"
)

// trinoNamed is the environment variable with the URL of the server that test/with-trino starts.
const trinoNamed = "MILLRACE_TEST_TRINO"

// trinoTableCount is the number of tables on Trino. A table takes more than a tenth of a second there.
const trinoTableCount = 100

// trino compares refreshes on Trino with one CREATE OR REPLACE TABLE AS for each table, sent by the driver alone.
func (b *bench) trino() error {
	server := os.Getenv(trinoNamed)
	if server == "" {
		b.note("Trino", "skipped: no server; run under test/with-trino")
		return nil
	}
	address, err := url.Parse(server)
	if err != nil {
		return err
	}
	settings := map[string]any{
		"url": address.Scheme + "://" + address.Host, "user": address.User.Username(), "catalog": strings.Trim(address.Path, "/"),
	}
	return errors.Join(b.trinoTables(settings), b.trinoWarehouse(settings))
}

// trinoTables compares the refresh of many tiny tables.
func (b *bench) trinoTables(settings map[string]any) error {
	d, err := b.compareOnTrino(settings)
	if err != nil {
		return err
	}
	b.reportComparison(fmt.Sprintf("Trino: refresh of %d tiny tables, 4 at once / CREATE OR REPLACE by the driver", trinoTableCount), d, 1.2)
	b.note("Trino, a table", fmt.Sprintf("%.0f ms by the driver", 1000*atOnce*median(d.driver.wall)/trinoTableCount))
	return nil
}

func (b *bench) compareOnTrino(settings map[string]any) (d comparison, err error) {
	p, _, err := start(b.ctx, false)
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c, err := signIn(b.ctx, p.app.BaseURL)
	if err != nil {
		return d, err
	}
	schema := "bench_" + strings.ToLower(rand.Text()[:8])
	began := time.Now()
	deployed, err := newTrinoDeployment(b.ctx, c, settings, schema)
	if err != nil {
		return d, err
	}
	b.note("first deployment and load took", time.Since(began).Round(time.Millisecond).String())
	opened, err := trino.New(trino.Options{}).Open(b.ctx, engine.Connection{Kind: "trino", Settings: settings})
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	direct := engine.Schema{Name: schema + "_direct"}
	if err := opened.Prepare(b.ctx, []engine.Schema{direct}); err != nil {
		return d, err
	}
	return compareInTurn(b.rounds,
		func() (float64, error) { return deployed.refresh(b.ctx) },
		func() (float64, error) { return replaceByDriver(b.ctx, opened, direct) })
}

// tinyQuery is the query of a table.
func tinyQuery(i int) string { return fmt.Sprintf("SELECT %d AS id, 'row %d' AS name", i, i) }

// newTrinoDeployment deploys the tables to an environment on Trino and loads them once.
func newTrinoDeployment(ctx context.Context, c admin, settings map[string]any, schema string) (*deployment, error) {
	f := newFiles("STG")
	f.putf("data.yml", "defaultStorageMapping: STG\nfileVersion: 3\nplatformKind: trino\n")
	for i := range trinoTableCount {
		f.stage(i, fmt.Sprintf("T%04d", i), tinyQuery(i))
	}
	return deployOnTrino(ctx, c, settings, f, api.Mappings{"STG": {Schema: schema}})
}

// deployOnTrino deploys a project to an environment on Trino and loads it once.
func deployOnTrino(ctx context.Context, c admin, settings map[string]any, f files, mappings api.Mappings) (*deployment, error) {
	connection, err := c.CreateConnection(ctx, api.ConnectionCreate{Name: "Trino", PlatformKind: api.Trino, Settings: &settings})
	if err != nil {
		return nil, err
	}
	project, err := c.CreateProject(ctx, api.ProjectCreate{Name: "Trino", PlatformKind: api.Trino})
	if err != nil {
		return nil, err
	}
	id := api.ID(connection.ID)
	created, err := c.CreateEnvironment(ctx, api.EnvironmentCreate{
		Project: api.ID(project.ID), Name: "Trino", Connection: &id, Mappings: &mappings,
	})
	if err != nil {
		return nil, err
	}
	d := &deployment{admin: c, environment: created.ID}
	return d, d.install(ctx, plannedProject{files: f})
}

// replaceByDriver replaces the tables by the driver, as many at once as the platform does.
func replaceByDriver(ctx context.Context, opened engine.Engine, schema engine.Schema) (float64, error) {
	began := time.Now()
	var workers sync.WaitGroup
	failed := make([]error, atOnce)
	for worker := range atOnce {
		workers.Go(func() {
			session, err := opened.Session(ctx, engine.Label{WorkID: "bench", Epoch: 1})
			for i := worker; i < trinoTableCount && err == nil; i += atOnce {
				table := opened.Dialect().Qualify("", schema.Name, fmt.Sprintf("T%04d", i))
				_, err = session.Exec(ctx, opened.Dialect().CreateTable(table)+" AS "+tinyQuery(i))
			}
			failed[worker] = err
		})
	}
	workers.Wait()
	return time.Since(began).Seconds(), errors.Join(failed...)
}
