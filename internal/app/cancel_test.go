package app_test

import (
	"context"
	"database/sql"
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
)

// sleeper is a project with one node that takes as long as the parameter pause says.
func sleeper() map[string][]byte {
	return map[string][]byte{
		"data.yml":      []byte("fileVersion: 3\nplatformKind: postgres\n"),
		"locations.yml": []byte("fileVersion: 1\nlocations:\n  - STAGE\n"),
		"nodes/STAGE-SLOW.sql": []byte("@id(\"00000000-0000-4000-8000-000000000001\")\n@nodeType(\"Stage\")\n" +
			"SELECT 1 AS one FROM (SELECT pg_sleep({{ parameters.pause | default(0) }})) AS s\n"),
	}
}

// A cancel stops the statement in the engine: PostgreSQL itself shows that it is gone.
func TestCancelStopsTheStatementInTheEngine(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		t.Helper()
		address := pgtest.Database(t)
		platform := apptest.Start(t, database)
		token := platform.AdminToken()
		environment := onPostgres(t, platform, token, address)
		platform.Deploy(platform.Me(token).Organization.ID, environment, sleeper())
		data, err := sql.Open("pgx", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = data.Close() })

		var started struct{ RunCounter int64 }
		platform.Post(token, "/scheduler/startRun", map[string]any{
			"runDetails": map[string]any{"environmentID": environment}, "parameters": map[string]any{"pause": 600},
		}).Want(http.StatusOK).JSON(&started)
		await(t, func() bool { return sleeping(t, data) == 1 })
		canceler := platform
		if database.IsPostgres() { // another server of the deployment is asked
			canceler = apptest.Start(t, database)
		}
		begin := time.Now()
		canceler.Post(token, "/scheduler/cancelRun", map[string]any{"runID": started.RunCounter}).Want(http.StatusNoContent)
		await(t, func() bool { return sleeping(t, data) == 0 })
		t.Logf("the engine stopped the statement after %s", time.Since(begin).Round(time.Millisecond))
		path := "/scheduler/runStatus?runCounter=" + strconv.FormatInt(started.RunCounter, 10)
		await(t, func() bool { return platform.Get(token, path).Want(http.StatusOK).Field("runStatus") != "running" })
		if status := platform.Get(token, path).Want(http.StatusOK).Field("runStatus"); status != "canceled" {
			t.Errorf("the run is %s", status)
		}
		platform.Post(token, "/scheduler/cancelRun", map[string]any{"runID": started.RunCounter}).Want(http.StatusBadRequest)
	})
}

// sleeping counts the statements that sleep, as PostgreSQL sees it.
func sleeping(t *testing.T, data *sql.DB) int {
	t.Helper()
	var n int
	err := data.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()`).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// await waits for something that happens elsewhere, and gives up after a while.
func await(t *testing.T, happened func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for !happened() {
		select {
		case <-ctx.Done():
			t.Fatal("it does not happen")
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// onPostgres makes an environment on a PostgreSQL and gives its id.
func onPostgres(t *testing.T, platform *apptest.Platform, token, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	body := map[string]any{"name": "Data", "platformKind": "postgres", "settings": map[string]any{
		"host": u.Hostname(), "port": port, "database": u.Path[1:], "user": u.User.Username(), "sslmode": "disable",
	}}
	if password, ok := u.User.Password(); ok {
		body["secret"] = map[string]string{"password": password}
	}
	connection := platform.Post(token, "/api/v1/connections", body).Want(http.StatusCreated).Field("id")
	return platform.Post(token, "/api/v1/environments", map[string]any{
		"project": platform.NewProject(token, "Sleep"), "name": "Slow", "connection": connection,
	}).Want(http.StatusCreated).Field("id")
}
