package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"sync"

	"github.com/millrace/millrace/internal/plan"
)

// directDriver is the other side of a comparison: it sends the statements of a plan to the DuckDB driver without the
// platform. It follows the same rules: each node after its upstream nodes, in one transaction, with the same number at
// once.
type directDriver struct {
	db          *sql.DB
	connections []*sql.Conn // one for each node that runs at the same time
}

// databaseFiles are the database files that directDriver attaches, and the settings of DuckDB.
type databaseFiles struct {
	Folder    string   `json:"folder"`
	Databases []string `json:"databases"`        // files in the folder; each is attached by its own name
	Memory    string   `json:"memory,omitempty"` // limit of DuckDB; empty lets DuckDB choose
}

// source returns the name of an empty database in memory with the settings that the platform uses.
func (f databaseFiles) source() string {
	options := url.Values{"autoinstall_known_extensions": {"false"}, "autoload_known_extensions": {"false"}}
	if f.Memory != "" {
		options.Set("memory_limit", f.Memory)
	}
	options.Set("temp_directory", filepath.Join(f.Folder, "spill"))
	return ":memory:?" + options.Encode()
}

func openDirect(ctx context.Context, at databaseFiles) (*directDriver, error) {
	db, err := sql.Open("duckdb", at.source())
	if err != nil {
		return nil, err
	}
	s := &directDriver{db: db}
	for _, name := range at.Databases {
		file := filepath.Join(at.Folder, name+".duckdb")
		if _, err := db.ExecContext(ctx, fmt.Sprintf(`ATTACH '%s' AS "%s"`, file, name)); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	for range atOnce {
		connection, err := db.Conn(ctx)
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.connections = append(s.connections, connection)
	}
	return s, nil
}

func (s *directDriver) close() error {
	var failed []error
	for _, connection := range s.connections {
		failed = append(failed, connection.Close())
	}
	return errors.Join(append(failed, s.db.Close())...)
}

// runPlan executes a plan without the platform.
func (s *directDriver) runPlan(ctx context.Context, p plan.Plan) error {
	for _, schema := range p.Schemas() {
		if _, err := s.db.ExecContext(ctx, fmt.Sprintf(`CREATE SCHEMA IF NOT EXISTS "%s"."%s"`, schema.Database, schema.Name)); err != nil {
			return err
		}
	}
	order := newReadyQueue(p)
	var workers sync.WaitGroup
	for _, connection := range s.connections {
		workers.Go(func() {
			for position, ok := order.next(); ok; position, ok = order.next() {
				order.done(position, work(ctx, connection, &p.Nodes[position]))
			}
		})
	}
	workers.Wait()
	return order.failed
}

// work runs one node in one transaction.
func work(ctx context.Context, connection *sql.Conn, node *plan.Node) error {
	if len(node.Stages) == 1 && node.Stages[0].Kind != plan.Test { // a statement is a transaction by itself
		_, err := connection.ExecContext(ctx, node.Stages[0].SQL)
		return err
	}
	tx, err := connection.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for i := range node.Stages {
		if err := send(ctx, tx, &node.Stages[i]); err != nil {
			return fmt.Errorf("%s.%s: %w", node.Location, node.Name, err)
		}
	}
	return tx.Commit()
}

func send(ctx context.Context, tx *sql.Tx, stage *plan.Stage) error {
	if stage.Kind != plan.Test {
		_, err := tx.ExecContext(ctx, stage.SQL)
		return err
	}
	rows, err := tx.QueryContext(ctx, stage.SQL)
	if err != nil {
		return err
	}
	defer rows.Close()
	if rows.Next() {
		return errors.New("a test failed: its query returned rows")
	}
	return rows.Err()
}
