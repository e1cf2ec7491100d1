package killsuite_test

import (
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2" // reads the files of a server that is dead
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/pgtest"
)

// stand is a deployment with environments that a project was deployed to, and a way to look behind its back.
type stand struct {
	servers      []config.Settings // one for each server
	environments []string
	schemas      map[string]string // of an environment
	state        *sql.DB           // the state database, only to be looked at
	data         *sql.DB           // the data, where it can be looked at while servers run; nil where not
	dataFile     string            // the DuckDB file, to be looked at when no server runs
}

// environmentsPerStand is how many environments runs are spread over.
const environmentsPerStand = 3

func embeddedStand(t *testing.T) *stand {
	t.Helper()
	settings := apptest.Settings(t, apptest.Database{})
	s := &stand{servers: []config.Settings{settings}}
	s.deploy(t, settings, duckWords, "")
	s.state = open(t, "sqlite", "file:"+filepath.Join(settings.Data, "millrace.db")+"?mode=ro")
	found, err := filepath.Glob(filepath.Join(settings.Data, "duckdb", "*", "millrace.duckdb"))
	if err != nil || len(found) != 1 {
		t.Fatalf("the data is in %v, %v", found, err)
	}
	s.dataFile = found[0]
	return s
}

func postgresStand(t *testing.T) *stand {
	t.Helper()
	database := apptest.Database{URL: pgtest.Database(t)}
	data := pgtest.Database(t)
	one, two := apptest.Settings(t, database), apptest.Settings(t, database)
	s := &stand{servers: []config.Settings{one, two}}
	s.deploy(t, one, postgresWords, data)
	s.state, s.data = open(t, "pgx", database.URL), open(t, "pgx", data)
	return s
}

func open(t *testing.T, driver, address string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// deploy makes the environments, each with schemas of its own, and deploys the project to them.
func (s *stand) deploy(t *testing.T, settings config.Settings, w words, data string) {
	t.Helper()
	platform := apptest.Serve(t, settings, slog.New(slog.DiscardHandler))
	defer platform.Stop()
	token := platform.AdminToken()
	organization := platform.Me(token).Organization.ID
	project := platform.NewProject(token, "Kill suite")
	connection := ""
	if data != "" {
		connection = platform.Post(token, "/api/v1/connections", postgresConnection(t, data)).Want(http.StatusCreated).Field("id")
	}
	s.schemas = map[string]string{}
	for i := range environmentsPerStand {
		suffix := fmt.Sprintf("_%d", i)
		body := map[string]any{"project": project, "name": "Target" + suffix, "mappings": map[string]any{
			"STAGE": map[string]string{"database": "", "schema": "stage" + suffix}, "CORE": map[string]string{"database": "", "schema": "core" + suffix},
		}}
		if connection != "" {
			body["connection"] = connection
		}
		id := platform.Post(token, "/api/v1/environments", body).Want(http.StatusCreated).Field("id")
		platform.Deploy(organization, id, w.files())
		s.environments = append(s.environments, id)
		s.schemas[id] = suffix
	}
}

func postgresConnection(t *testing.T, address string) map[string]any {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	settings := map[string]any{"host": u.Hostname(), "database": u.Path[1:], "user": u.User.Username(), "sslmode": "disable"}
	if host := u.Query().Get("host"); host != "" {
		settings["host"] = host
	}
	var port int
	if _, err := fmt.Sscan(u.Port(), &port); err == nil {
		settings["port"] = port
	}
	connection := map[string]any{"name": "Data", "platformKind": "postgres", "settings": settings}
	if password, ok := u.User.Password(); ok {
		connection["secret"] = map[string]string{"password": password}
	}
	return connection
}
