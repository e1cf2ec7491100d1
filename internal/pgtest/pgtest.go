package pgtest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	serverVariable   = "MILLRACE_TEST_POSTGRES"
	requiredVariable = "MILLRACE_TEST_POSTGRES_REQUIRED"

	// statementTimeout bounds each statement to the server, so that a dead server fails a test instead of holding it up.
	statementTimeout = 30 * time.Second

	// templateTimeout bounds the wait for a template that another test binary makes.
	templateTimeout = 2 * time.Minute
)

// Database makes an empty database for the test and returns its URL. When the test ends the database is dropped, with
// whatever connections it still has.
func Database(t testing.TB) string {
	t.Helper()
	return create(t, serverURL(t), "")
}

// Clone makes a copy of the template database for the test and returns its URL. The copy is dropped when the test ends; the
// template stays on the server. If the server has no database of that name, Clone makes an empty one and calls prepare with
// its URL first.
func Clone(t testing.TB, template string, prepare func(url string) error) string {
	t.Helper()
	server := serverURL(t)
	if err := ensureTemplate(t.Context(), server, template, prepare); err != nil {
		t.Fatalf("make template database %s: %v", template, err)
	}
	return create(t, server, " TEMPLATE "+template)
}

// create makes a database with the options of CREATE DATABASE.
func create(t testing.TB, server *url.URL, options string) string {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	if err := execute(t.Context(), server, func(c *pgx.Conn) string { return "CREATE DATABASE " + name + options + copyFiles(c) }); err != nil {
		t.Fatalf("make database %s: %v", name, err)
	}
	t.Cleanup(func() {
		// The test's own context has ended by now.
		ctx := context.WithoutCancel(t.Context())
		drop := func(*pgx.Conn) string { return "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)" }
		if err := execute(ctx, server, drop); err != nil {
			t.Errorf("drop database %s: %v", name, err)
		}
	})
	return at(server, name)
}

// templateLock is the number of the server's lock under which templates are made; the number has no meaning.
const templateLock = 5_120_937_446

// ensureTemplate makes the template unless it exists. A lock on the server lets one test binary make it while the others
// wait. The database gets its name last, so that an interrupted test leaves no incomplete template.
func ensureTemplate(ctx context.Context, server *url.URL, name string, prepare func(url string) error) error {
	ctx, cancel := context.WithTimeout(ctx, templateTimeout)
	defer cancel()
	connection, err := pgx.Connect(ctx, server.String())
	if err != nil {
		return fmt.Errorf("connect to %s: %w", server.Redacted(), err)
	}
	defer connection.Close(context.WithoutCancel(ctx)) //nolint:errcheck // its lock ends with it; nothing is lost
	exists, err := hasDatabase(ctx, connection, name)
	if exists || err != nil {
		return err
	}
	if _, err := connection.Exec(ctx, "SELECT pg_advisory_lock($1)", int64(templateLock)); err != nil {
		return err
	}
	exists, err = hasDatabase(ctx, connection, name) // another test binary may have made it meanwhile
	if exists || err != nil {
		return err
	}
	draft := "draft_" + strings.ToLower(rand.Text())
	if _, err := connection.Exec(ctx, "CREATE DATABASE "+draft); err != nil {
		return err
	}
	if err := prepare(at(server, draft)); err != nil {
		_, dropErr := connection.Exec(ctx, "DROP DATABASE "+draft+" WITH (FORCE)")
		return errors.Join(err, dropErr)
	}
	_, err = connection.Exec(ctx, "ALTER DATABASE "+draft+" RENAME TO "+name)
	return err
}

func hasDatabase(ctx context.Context, connection *pgx.Conn, name string) (exists bool, err error) {
	err = connection.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", name).Scan(&exists)
	return exists, err
}

// at returns the URL of a database on the server.
func at(server *url.URL, database string) string {
	address := *server
	address.Path = "/" + database
	return address.String()
}

// serverURL returns the URL of the server. Without one it skips or fails the test.
func serverURL(t testing.TB) *url.URL {
	t.Helper()
	text := os.Getenv(serverVariable)
	switch {
	case text == "" && os.Getenv(requiredVariable) == "1":
		t.Fatalf("%s is not set, and %s=1 asks for PostgreSQL: run the tests under test/with-postgres",
			serverVariable, requiredVariable)
	case text == "":
		t.Skipf("needs PostgreSQL: run the tests under test/with-postgres, or set %s to a server's URL", serverVariable)
	}
	server, err := url.Parse(text)
	if err != nil || server.Host == "" {
		// The text and the parser's error are not shown, because they may contain a password.
		t.Fatalf("%s is not a URL like postgres://user@host:5432/postgres", serverVariable)
	}
	return server
}

// execute runs one statement on a connection of its own.
func execute(ctx context.Context, server *url.URL, statement func(c *pgx.Conn) string) error {
	ctx, cancel := context.WithTimeout(ctx, statementTimeout)
	defer cancel()
	connection, err := pgx.Connect(ctx, server.String())
	if err != nil {
		return fmt.Errorf("connect to %s: %w", server.Redacted(), err)
	}
	defer connection.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the statement has ended; nothing is lost
	_, err = connection.Exec(ctx, statement(connection))
	return err
}

// copyFiles is the option of CREATE DATABASE that copies the files of the template. From version 15 on, the server otherwise writes every
// page to its log, which takes twice the processor time.
func copyFiles(c *pgx.Conn) string {
	major, _, _ := strings.Cut(c.PgConn().ParameterStatus("server_version"), ".")
	if version, err := strconv.Atoi(major); err != nil || version < 15 {
		return ""
	}
	return " STRATEGY FILE_COPY"
}
