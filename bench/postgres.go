package main

import (
	"crypto/rand"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"strings"
)

// The environment variables with the URLs of the servers that test/with-postgres starts. Only the second one flushes to
// disk, as a server in production does.
const (
	postgresNamed = "MILLRACE_TEST_POSTGRES"
	durableNamed  = "MILLRACE_TEST_POSTGRES_DURABLE"
)

// durablePostgres returns the URL of a server that flushes to disk. It returns "" if there is none.
func (b *bench) durablePostgres() (string, error) {
	for _, named := range []string{durableNamed, postgresNamed} {
		server := os.Getenv(named)
		if server == "" {
			continue
		}
		isDurable, err := b.flushes(server)
		if err != nil || isDurable {
			return server, err
		}
	}
	b.note("PostgreSQL", "skipped: no server with fsync; run under test/with-postgres --durable")
	return "", nil
}

// flushes reports whether a commit on a server is on disk.
func (b *bench) flushes(server string) (_ bool, err error) {
	db, err := sql.Open("pgx", server)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var fsync string
	err = db.QueryRowContext(b.ctx, "SHOW fsync").Scan(&fsync)
	return fsync == "on", err
}

// withDatabase calls a function with the URL of a database that it creates and drops.
func (b *bench) withDatabase(server string, do func(address string) error) (err error) {
	address, err := url.Parse(server)
	if err != nil {
		return errors.New("the URL of the PostgreSQL server is not valid")
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
	address.Path = "/" + name
	return do(address.String())
}
