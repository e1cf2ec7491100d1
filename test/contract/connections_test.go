package contract_test

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
)

const connectionsPath = "/api/v1/connections"

// A connection's secret is never returned: not in a response, and not in plain text in the database.
func TestSecretIsSealedAndNeverReturned(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		const secret = "open-sesame-4711"
		wantHidden := func(response apptest.Response, hasSecret bool) api.Connection {
			t.Helper()
			if strings.Contains(string(response.Body), secret) {
				t.Errorf("the secret is in the answer: %s", response.Body)
			}
			var connection api.Connection
			response.JSON(&connection)
			if connection.HasSecret != hasSecret {
				t.Errorf("hasSecret is %t, want %t", connection.HasSecret, hasSecret)
			}
			return connection
		}
		body := object{
			"name": "warehouse", "platformKind": "postgres", "secret": object{"password": secret},
			"settings": object{"host": "127.0.0.1", "port": 1, "database": "d", "user": "u", "sslmode": "disable"},
		}
		path := connectionsPath + "/" + wantHidden(platform.Post(token, connectionsPath, body).Want(http.StatusCreated), true).ID
		wantHidden(platform.Get(token, path).Want(http.StatusOK), true)
		wantHidden(platform.Patch(token, path, object{"name": "renamed"}).Want(http.StatusOK), true)
		if got := platform.Get(token, connectionsPath).Want(http.StatusOK); strings.Contains(string(got.Body), secret) {
			t.Errorf("the secret is in the list: %s", got.Body)
		}
		var outcome api.ConnectionTest
		platform.Post(token, path+"/test", nil).Want(http.StatusOK).JSON(&outcome)
		if outcome.Success || outcome.Message == "" || strings.Contains(outcome.Message, secret) {
			t.Errorf("a server that is not there: %+v", outcome)
		}
		wantHidden(platform.Patch(token, path, object{"secret": nil}).Want(http.StatusOK), false)
		wantHidden(platform.Patch(token, path, object{"secret": object{"password": secret}}).Want(http.StatusOK), true)
		platform.Stop()
		wantNotStored(t, database, platform.Data, secret)
	})
}

// wantNotStored searches for a text in everything that the platform stored.
func wantNotStored(t *testing.T, database apptest.Database, folder, secret string) {
	t.Helper()
	if database.IsPostgres() {
		connection, err := pgx.Connect(t.Context(), database.URL)
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close(context.WithoutCancel(t.Context())) //nolint:errcheck // nothing is lost
		var found int
		query := "SELECT count(*) FROM connections c WHERE c::text LIKE '%' || $1 || '%'"
		if err := connection.QueryRow(t.Context(), query, secret).Scan(&found); err != nil || found > 0 {
			t.Errorf("%d rows hold the secret: %v", found, err)
		}
	}
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if strings.Contains(string(raw), secret) {
			t.Errorf("%s holds the secret", filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The test of a connection connects to the engine. It returns the engine's version or the error.
func TestConnectionTestConnects(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		try := func(body object) api.ConnectionTest {
			t.Helper()
			made := platform.Post(token, connectionsPath, body).Want(http.StatusCreated)
			var outcome api.ConnectionTest
			platform.Post(token, connectionsPath+"/"+made.Field("id")+"/test", nil).Want(http.StatusOK).JSON(&outcome)
			return outcome
		}
		if got := try(object{"name": "embedded", "platformKind": "duckdb"}); !got.Success || !strings.HasPrefix(text(got.EngineVersion), "1.") {
			t.Errorf("DuckDB: %+v of %s", got, text(got.EngineVersion))
		}
		var connections api.ConnectionList
		platform.Get(token, connectionsPath).Want(http.StatusOK).JSON(&connections)
		for _, connection := range connections.Data {
			if connection.IsDefault {
				wantFault(t, platform.Delete(token, connectionsPath+"/"+connection.ID), http.StatusConflict, "default")
			}
		}
		if !database.IsPostgres() {
			return
		}
		warehouse := postgresConnection(t, pgtest.Database(t))
		if got := try(warehouse); !got.Success || text(got.EngineVersion) == "" {
			t.Errorf("PostgreSQL: %+v", got)
		}
		warehouse["settings"].(object)["database"] = "no_such_database"
		if got := try(warehouse); got.Success || got.Message == "" || text(got.Hint) == "" {
			t.Errorf("a database that is not there: %+v", got)
		}
	})
}

func postgresConnection(t *testing.T, databaseURL string) object {
	t.Helper()
	parsed, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal("the database's URL does not parse")
	}
	port, err := strconv.Atoi(parsed.Port())
	if err != nil {
		t.Fatal(err)
	}
	return object{"name": "warehouse", "platformKind": "postgres", "settings": object{
		"host": parsed.Hostname(), "port": port, "database": strings.TrimPrefix(parsed.Path, "/"), "user": parsed.User.Username(), "sslmode": "disable",
	}}
}

// A connection that an environment uses cannot be deleted.
func TestConnectionInUseCannotBeDeleted(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newAPIFixture(t, database)
		environment := environmentsPath + "/" + w.names.environment
		var shown api.Environment
		w.Patch(w.admin.Token, environment, object{"connection": w.names.connection}).Want(http.StatusOK).JSON(&shown)
		if text(shown.Connection) != w.names.connection {
			t.Errorf("the environment's connection is %v", shown.Connection)
		}
		wantFault(t, w.Delete(w.admin.Token, connectionsPath+"/"+w.names.connection), http.StatusConflict, "used by 1 environment")
		wantFault(t, w.Patch(w.admin.Token, connectionsPath+"/"+w.names.connection, object{"platformKind": "postgres"}), http.StatusBadRequest)
		shown = api.Environment{}
		w.Patch(w.admin.Token, environment, object{"connection": nil}).Want(http.StatusOK).JSON(&shown)
		if shown.Connection != nil {
			t.Errorf("null did not clear the connection: %s", *shown.Connection)
		}
		w.Delete(w.admin.Token, connectionsPath+"/"+w.names.connection).Want(http.StatusNoContent)
	})
}

// Another connection means other credentials: a user who may change the rest of an environment may not choose it.
func TestPermissionToChooseConnection(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	w.createUsers()
	path := environmentsPath + "/" + w.names.environment
	wantFault(t, w.Patch(w.person("project admin"), path, object{"connection": w.names.connection}), http.StatusForbidden, "may not use connection", "--add-project")
	w.Patch(w.admin.Token, connectionsPath+"/"+w.names.connection, object{"allProjects": true}).Want(http.StatusOK)
	for name, status := range map[string]int{
		"org admin": http.StatusOK, "project admin": http.StatusOK, "project architect": http.StatusOK,
		"env admin": http.StatusForbidden, "env reader": http.StatusForbidden, "project member": http.StatusForbidden,
	} {
		for _, connection := range []any{w.names.connection, nil} {
			response := w.Patch(w.person(name), path, object{"connection": connection})
			if response.Status != status {
				t.Errorf("%s gives connection %v: %d, want %d: %s", name, connection, response.Status, status, response.Body)
			}
		}
	}
	w.Patch(w.person("env admin"), path, object{"description": "x"}).Want(http.StatusOK)
}
