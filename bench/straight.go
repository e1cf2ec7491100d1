package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/millrace/millrace/internal/plan"
)

// straight is the other side of a comparison: the statements of a plan through the driver of DuckDB, with nothing in
// between. It keeps to the same rules: a node after what it needs, in one transaction, so many at once.
type straight struct {
	db          *sql.DB
	connections []*sql.Conn // one for each node at once
}

// site is where the straight side works.
type site struct {
	folder    string
	databases []string // files in the folder, each under its own name
}

func openStraight(ctx context.Context, at site) (*straight, error) {
	db, err := sql.Open("duckdb", ":memory:")
	if err != nil {
		return nil, err
	}
	s := &straight{db: db}
	for _, name := range at.databases {
		file := filepath.Join(at.folder, name+".duckdb")
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

func (s *straight) close() error {
	var failed []error
	for _, connection := range s.connections {
		failed = append(failed, connection.Close())
	}
	return errors.Join(append(failed, s.db.Close())...)
}

// prepare makes the schemas that nodes are in.
func (s *straight) prepare(ctx context.Context, p plan.Plan) error {
	for _, schema := range p.Schemas() {
		if _, err := s.db.ExecContext(ctx, fmt.Sprintf(`CREATE SCHEMA IF NOT EXISTS "%s"."%s"`, schema.Database, schema.Name)); err != nil {
			return err
		}
	}
	return nil
}

// runPlan executes a plan without the platform.
func (s *straight) runPlan(ctx context.Context, p plan.Plan) error {
	order := newOrder(p)
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

// work does one node in one transaction.
func work(ctx context.Context, connection *sql.Conn, node *plan.Node) error {
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
		return errors.New("a test found rows")
	}
	return rows.Err()
}
