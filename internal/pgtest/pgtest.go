package pgtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	serverVariable   = "MILLRACE_TEST_POSTGRES"
	requiredVariable = "MILLRACE_TEST_POSTGRES_REQUIRED"

	// patience bounds each statement to the server, so that a dead server fails a test instead of holding it up.
	patience = 30 * time.Second
)

// Database makes an empty database for the test and returns its URL. When the test ends the database is dropped, with
// whatever connections it still has.
func Database(t testing.TB) string {
	t.Helper()
	server := serverURL(t)
	name := "test_" + strings.ToLower(rand.Text())
	if err := execute(t.Context(), server, "CREATE DATABASE "+name); err != nil {
		t.Fatalf("make database %s: %v", name, err)
	}
	t.Cleanup(func() {
		// The test's own context has ended by now.
		ctx := context.WithoutCancel(t.Context())
		if err := execute(ctx, server, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("drop database %s: %v", name, err)
		}
	})
	database := *server
	database.Path = "/" + name
	return database.String()
}

// serverURL is the server to use. Without one the test does not go on.
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
		// The text and the parser's error are not shown: they may hold a password.
		t.Fatalf("%s is not a URL like postgres://user@host:5432/postgres", serverVariable)
	}
	return server
}

// execute runs one statement on a connection of its own.
func execute(ctx context.Context, server *url.URL, statement string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	connection, err := pgx.Connect(ctx, server.String())
	if err != nil {
		return fmt.Errorf("connect to %s: %w", server.Redacted(), err)
	}
	defer connection.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the statement has ended; nothing is lost
	_, err = connection.Exec(ctx, statement)
	return err
}
