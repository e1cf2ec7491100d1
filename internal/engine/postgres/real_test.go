package postgres_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/pgtest"
)

// server is a real PostgreSQL with an empty database.
type server struct {
	admin   *pgx.Conn // in that database
	address *url.URL
}

func realServer(t *testing.T) server {
	t.Helper()
	address, err := url.Parse(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	admin, err := pgx.Connect(t.Context(), address.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = admin.Close(context.WithoutCancel(t.Context())) })
	return server{admin: admin, address: address}
}

func (s server) execf(t *testing.T, format string, names ...any) {
	t.Helper()
	for i, name := range names {
		names[i] = pgx.Identifier{name.(string)}.Sanitize()
	}
	if _, err := s.admin.Exec(context.WithoutCancel(t.Context()), fmt.Sprintf(format, names...)); err != nil {
		t.Fatal(err)
	}
}

// account creates a user with a password and a name that needs quotes, until the test ends.
func (s server) account(t *testing.T) engine.Connection {
	t.Helper()
	name := "Mill's " + strings.ToLower(rand.Text()[:12])
	s.execf(t, `CREATE ROLE %s LOGIN PASSWORD '`+secretPassword+`'`, name)
	t.Cleanup(func() { s.execf(t, `DROP ROLE %s`, name) })
	port, err := strconv.Atoi(s.address.Port())
	if err != nil {
		t.Fatal(err)
	}
	c := with(with(connectionTo(port), "host", s.address.Hostname()), "user", name)
	return with(c, "database", strings.TrimPrefix(s.address.Path, "/"))
}

// owner creates a user that owns the database.
func (s server) owner(t *testing.T) engine.Connection {
	t.Helper()
	c := s.account(t)
	database, user := c.Settings["database"], c.Settings["user"]
	s.execf(t, `ALTER DATABASE %s OWNER TO %s`, database, user)
	t.Cleanup(func() { s.execf(t, `ALTER DATABASE %s OWNER TO CURRENT_USER`, database) })
	t.Cleanup(func() { s.execf(t, `REASSIGN OWNED BY %s TO CURRENT_USER`, user) })
	return c
}

func TestRealServer(t *testing.T) {
	t.Parallel()
	s := realServer(t)
	c := s.account(t)
	info, err := newDriver().Test(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^\d+(\.\d+)?`).MatchString(info.Version) {
		t.Errorf("version = %q", info.Version)
	}
}

// A database with a connection cannot be dropped.
func TestRealServerLeavesNoConnection(t *testing.T) {
	t.Parallel()
	s := realServer(t)
	database := "Mill's " + strings.ToLower(rand.Text()[:12])
	s.execf(t, `CREATE DATABASE %s`, database)
	if _, err := newDriver().Test(t.Context(), with(s.account(t), "database", database)); err != nil {
		t.Error(err)
	}
	s.execf(t, `DROP DATABASE %s`, database)
}

func TestRealServerRefusals(t *testing.T) {
	t.Parallel()
	s := realServer(t)
	c := s.account(t)
	user, database := c.Settings["user"].(string), c.Settings["database"].(string)

	wantUnavailable(t, with(c, "database", "no such database"), `has no database "no such database"`)
	if s.asksForPasswords(t) {
		wrong := c
		wrong.Secret = map[string]string{"password": "another-" + secretPassword}
		wantUnavailable(t, wrong, "refused the password of user")
		wantUnavailable(t, with(c, "user", "nobody here"), `refused the password of user "nobody here"`)
	}

	s.execf(t, `REVOKE CONNECT ON DATABASE %s FROM PUBLIC`, database)
	wantUnavailable(t, c, "may not connect to database")
	s.execf(t, `GRANT CONNECT ON DATABASE %s TO PUBLIC`, database)

	s.execf(t, `ALTER ROLE %s CONNECTION LIMIT 0`, user)
	wantUnavailable(t, c, "has no connection left")
	s.execf(t, `ALTER ROLE %s CONNECTION LIMIT -1 NOLOGIN`, user)
	wantUnavailable(t, c, "does not let user")
}

// asksForPasswords returns false for a server that trusts every network client.
func (s server) asksForPasswords(t *testing.T) bool {
	t.Helper()
	var trusting int
	query := "SELECT count(*) FROM pg_hba_file_rules WHERE type LIKE 'host%' AND auth_method = 'trust'"
	if err := s.admin.QueryRow(t.Context(), query).Scan(&trusting); err != nil {
		t.Fatal(err)
	}
	return trusting == 0
}

func TestRealServerWithoutOrWithTLS(t *testing.T) {
	t.Parallel()
	s := realServer(t)
	c := s.account(t)
	var offered string
	if err := s.admin.QueryRow(t.Context(), "SHOW ssl").Scan(&offered); err != nil {
		t.Fatal(err)
	}
	if offered == "off" {
		wantUnavailable(t, with(c, "sslmode", "require"), "with sslmode require")
		return
	}
	if _, err := newDriver().Test(t.Context(), with(c, "sslmode", "require")); err != nil {
		t.Error(err)
	}
	wantUnavailable(t, with(c, "sslmode", "verify-full"), "is not trusted")
}
