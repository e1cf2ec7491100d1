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

// fixture is a deployment of the server with environments, and direct access to its state database and its data.
type fixture struct {
	servers      []config.Settings // one for each server
	environments []string
	schemas      map[string]string // schema suffix by environment
	sql          engineSQL
	dialect      *dialect.Dialect
	state        *store.DB // read only
	organization ids.Organization
	// openData opens the data. Only one process can open DuckDB files, so with DuckDB it works only while no server
	// runs.
	openData func(t *testing.T) *dataReader
	// connect creates the connection to the data; nil if build does.
	connect                func(platform *apptest.Platform, token string) string
	schemaPrefix           string // of schemas in an engine that other tests use too
	isReadableWhileRunning bool
}

// fixtureOptions says what a fixture starts with.
type fixtureOptions struct {
	environments int                               // number of environments
	files        func(engineSQL) map[string][]byte // the project to deploy to each environment; nil deploys nothing
}

func newEmbeddedFixture(t *testing.T, first fixtureOptions) *fixture {
	t.Helper()
	settings := apptest.Settings(t, apptest.Database{})
	s := &fixture{servers: []config.Settings{settings}}
	s.sql = duckdbSQL
	s.build(t, settings, first, "")
	s.openState(t, store.Options{Folder: settings.Data})
	folder := filepath.Join(settings.Data, "duckdb", string(s.organization))
	s.openData = func(t *testing.T) *dataReader {
		t.Helper()
		return openDataReader(t, duckdb.New(duckdb.Options{}), engine.Connection{Kind: "duckdb", Folder: folder})
	}
	return s
}

func newPostgresFixture(t *testing.T, first fixtureOptions) *fixture {
	t.Helper()
	database := apptest.Database{URL: pgtest.Database(t)}
	data := pgtest.Database(t)
	one, two := apptest.Settings(t, database), apptest.Settings(t, database)
	s := &fixture{servers: []config.Settings{one, two}, isReadableWhileRunning: true}
	s.sql = postgresSQL
	s.build(t, one, first, data)
	s.openState(t, store.Options{URL: database.URL})
	s.openData = func(t *testing.T) *dataReader {
		t.Helper()
		settings, secret := postgresSettings(t, data)
		return openDataReader(t, postgres.New(postgres.Options{}), engine.Connection{Kind: "postgres", Settings: settings, Secret: secret})
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

// table returns the qualified name of a table of an environment.
func (s *fixture) table(environment, schema, name string) string {
	return s.dialect.Qualify(enginekind.DefaultDatabase(s.dialect.Name()), s.schemaPrefix+schema+s.schemas[environment], name)
}

// build creates the environments, each with its own schemas, and deploys the project to them.
func (s *fixture) build(t *testing.T, settings config.Settings, first fixtureOptions, data string) {
	t.Helper()
	s.dialect, _ = dialect.Lookup(s.sql.platform)
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
	if s.connect != nil {
		connection = s.connect(platform, token)
	}
	s.schemas = map[string]string{}
	for i := range first.environments {
		suffix := fmt.Sprintf("_%d", i)
		body := map[string]any{"project": project, "name": "Target" + suffix, "mappings": map[string]any{
			"STAGE": map[string]string{"database": "", "schema": s.schemaPrefix + "stage" + suffix},
			"CORE":  map[string]string{"database": "", "schema": s.schemaPrefix + "core" + suffix},
		}}
		if connection != "" {
			body["connection"] = connection
		}
		id := platform.Post(token, "/api/v1/environments", body).Want(http.StatusCreated).Field("id")
		platform.ShareFile(id) // the reader opens one file for all environments
		if first.files != nil {
			platform.Deploy(organization, id, first.files(s.sql))
		}
		s.environments = append(s.environments, id)
		s.schemas[id] = suffix
	}
}

// postgresSettings returns the settings and the secret of a connection to a database.
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
