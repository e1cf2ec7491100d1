package crash_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/engine/postgres"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/store"
)

// fixture is a deployment with environments that a project was deployed to, and a way to look behind its back.
type fixture struct {
	servers      []config.Settings // one for each server
	environments []string
	schemas      map[string]string // of an environment
	words        words
	dialect      *dialect.Dialect
	state        *store.DB // only to be looked at
	organization ids.Organization
	// look opens the data. One process owns the files of DuckDB, so there it works only while no server runs.
	look         func(t *testing.T) *window
	isAlwaysOpen bool
}

// stage is what a fixture begins with.
type stage struct {
	environments int                           // that runs are spread over
	files        func(words) map[string][]byte // of the project that is deployed to each of them; nil leaves them empty
}

func embeddedStand(t *testing.T, first stage) *fixture {
	t.Helper()
	settings := apptest.Settings(t, apptest.Database{})
	s := &fixture{servers: []config.Settings{settings}}
	s.words = duckWords
	s.build(t, settings, first, "")
	s.openState(t, store.Options{Folder: settings.Data})
	folder := filepath.Join(settings.Data, "duckdb", string(s.organization))
	s.look = func(t *testing.T) *window {
		t.Helper()
		return openWindow(t, duckdb.New(duckdb.Options{}), engine.Connection{Kind: "duckdb", Folder: folder})
	}
	return s
}

func postgresStand(t *testing.T, first stage) *fixture {
	t.Helper()
	database := apptest.Database{URL: pgtest.Database(t)}
	data := pgtest.Database(t)
	one, two := apptest.Settings(t, database), apptest.Settings(t, database)
	s := &fixture{servers: []config.Settings{one, two}, isAlwaysOpen: true}
	s.words = postgresWords
	s.build(t, one, first, data)
	s.openState(t, store.Options{URL: database.URL})
	s.look = func(t *testing.T) *window {
		t.Helper()
		settings, secret := postgresSettings(t, data)
		return openWindow(t, postgres.New(postgres.Options{}), engine.Connection{Kind: "postgres", Settings: settings, Secret: secret})
	}
	return s
}

func (s *fixture) openState(t *testing.T, options store.Options) {
	t.Helper()
	db, err := store.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s.state = db
}

// table is the name of a table of an environment.
func (s *fixture) table(environment, schema, name string) string {
	return s.dialect.Qualify(enginekind.DefaultDatabase(s.dialect.Name()), schema+s.schemas[environment], name)
}

// build makes the environments, each with schemas of its own, and deploys the project to them.
func (s *fixture) build(t *testing.T, settings config.Settings, first stage, data string) {
	t.Helper()
	s.dialect, _ = dialect.Lookup(s.words.platform)
	platform := apptest.Serve(t, settings, slog.New(slog.DiscardHandler))
	defer platform.Stop()
	token := platform.AdminToken()
	organization := platform.Me(token).Organization.ID
	s.organization = ids.Organization(organization)
	project := platform.NewProject(token, "Kill suite")
	connection := ""
	if data != "" {
		settings, secret := postgresSettings(t, data)
		connection = platform.Post(token, "/api/v1/connections", map[string]any{
			"name": "Data", "platformKind": "postgres", "settings": settings, "secret": secret,
		}).Want(http.StatusCreated).Field("id")
	}
	s.schemas = map[string]string{}
	for i := range first.environments {
		suffix := fmt.Sprintf("_%d", i)
		body := map[string]any{"project": project, "name": "Target" + suffix, "mappings": map[string]any{
			"STAGE": map[string]string{"database": "", "schema": "stage" + suffix}, "CORE": map[string]string{"database": "", "schema": "core" + suffix},
		}}
		if connection != "" {
			body["connection"] = connection
		}
		id := platform.Post(token, "/api/v1/environments", body).Want(http.StatusCreated).Field("id")
		if first.files != nil {
			platform.Deploy(organization, id, first.files(s.words))
		}
		s.environments = append(s.environments, id)
		s.schemas[id] = suffix
	}
}

// postgresSettings are the settings and the secret of a connection to a database.
func postgresSettings(t *testing.T, address string) (settings map[string]any, secret map[string]string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	settings = map[string]any{
		"host": u.Hostname(), "port": port, "database": u.Path[1:], "user": u.User.Username(), "sslmode": "disable",
	}
	secret = map[string]string{}
	if password, ok := u.User.Password(); ok {
		secret["password"] = password
	}
	return settings, secret
}
