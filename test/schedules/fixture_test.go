package schedules_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/store"
)

// fixture is a database with environments that have one small table each, so that any server can run any of them.
type fixture struct {
	t            *testing.T
	database     apptest.Database
	raw          *sql.DB // the state database, without the store
	store        *store.DB
	organization ids.Organization
	environments []ids.Environment
}

const environments = 20

func newFixture(t *testing.T) *fixture {
	t.Helper()
	s := &fixture{t: t, database: apptest.Database{URL: pgtest.Database(t)}}
	s.build(pgtest.Database(t))
	var err error
	if s.raw, err = sql.Open("pgx", s.database.URL); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.raw.Close() })
	if s.store, err = store.Open(t.Context(), store.Options{URL: s.database.URL}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.store.Close() })
	return s
}

// build creates the environments, each with its own schema, and deploys the project to them.
func (s *fixture) build(data string) {
	s.t.Helper()
	platform := apptest.Start(s.t, s.database)
	defer platform.Stop()
	token := platform.AdminToken()
	organization := platform.Me(token).Organization.ID
	s.organization = ids.Organization(organization)
	project := platform.NewProject(token, "Load")
	settings, secret := postgresSettings(s.t, data)
	connection := platform.Post(token, "/api/v1/connections", map[string]any{
		"name": "Data", "platformKind": "postgres", "settings": settings, "secret": secret,
	}).Want(http.StatusCreated).Field("id")
	for i := range environments {
		id := platform.Post(token, "/api/v1/environments", map[string]any{
			"project": project, "name": fmt.Sprint("Target ", i), "connection": connection,
			"mappings": map[string]any{"STAGE": map[string]string{"database": "", "schema": fmt.Sprint("stage_", i)}},
		}).Want(http.StatusCreated).Field("id")
		platform.Deploy(organization, id, files())
		number, _ := ids.ParseNumber[ids.Environment](id)
		s.environments = append(s.environments, number)
	}
}

// files returns a project of one table with one row.
func files() map[string][]byte {
	return map[string][]byte{
		"data.yml":      []byte("fileVersion: 3\nplatformKind: postgres\n"),
		"locations.yml": []byte("fileVersion: 1\nlocations:\n  - STAGE\n"),
		"nodes/STAGE-ONE.sql": []byte("@id(\"00000000-0000-4000-8000-000000000001\")\n@nodeType(\"Stage\")\n" +
			"SELECT v.i AS i FROM (VALUES (1)) AS v(i)\n"),
	}
}

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
	secret = map[string]string{}
	if password, ok := u.User.Password(); ok {
		secret["password"] = password
	}
	return map[string]any{
		"host": u.Hostname(), "port": port, "database": u.Path[1:], "user": u.User.Username(), "sslmode": "disable",
	}, secret
}

// now returns the time of the database, which the scheduler uses.
func (s *fixture) now() time.Time {
	s.t.Helper()
	times, err := s.store.Schedules().DueTimes(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return times.Now
}

// schedule creates schedules over all environments. Each is due once during the test, at the time that due returns.
func (s *fixture) schedule(count int, due func(i int) time.Time) {
	s.t.Helper()
	server := account.Actor{Organization: s.organization}
	var creation sync.WaitGroup
	const creators = 8
	for creator := range creators {
		creation.Go(func() {
			for i := creator; i < count; i += creators {
				_, err := s.store.Schedules().Create(s.t.Context(), server, schedule.Schedule{
					Organization: s.organization, ID: ids.New[ids.Schedule](), Environment: s.environments[i%len(s.environments)],
					Name: fmt.Sprint("Schedule ", i), Trigger: schedule.Trigger{Cron: "0 0 1 1 *"}, Retry: schedule.Retry{From: schedule.FromBeginning},
					Overlap: schedule.Queue, Missed: schedule.FireOnce, NextDue: due(i), CreatedAt: time.Now(),
				})
				if err != nil {
					s.t.Error(err)
					return
				}
			}
		})
	}
	creation.Wait()
}

// waitTimeout is the time limit of a wait.
const waitTimeout = 15 * time.Minute

// await waits until the given number of firings satisfy the condition.
func (s *fixture) await(count int, condition string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), waitTimeout)
	defer cancel()
	for poll := time.NewTicker(250 * time.Millisecond); ; {
		if s.number(`SELECT count(*) FROM schedule_firings WHERE `+condition) >= count {
			poll.Stop()
			return
		}
		select {
		case <-poll.C:
		case <-ctx.Done():
			s.t.Fatalf("%d firings wanted, but only %d satisfy %s", count, s.number(`SELECT count(*) FROM schedule_firings WHERE `+condition), condition)
		}
	}
}

func (s *fixture) number(query string) int {
	s.t.Helper()
	var n int
	if err := s.raw.QueryRowContext(s.t.Context(), query).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

// eachFiredOnce checks every schedule, firing and run.
func (s *fixture) eachFiredOnce(count int) {
	s.t.Helper()
	for what, query := range map[string]string{
		"schedules":                   `SELECT count(*) FROM schedules WHERE last_due > 0`,
		"firings":                     `SELECT count(*) FROM schedule_firings`,
		"schedules with a firing":     `SELECT count(DISTINCT schedule_id) FROM schedule_firings`,
		"completed firings":           `SELECT count(*) FROM schedule_firings WHERE state = 'completed' AND attempt = 1`,
		"runs of firings":             `SELECT count(*) FROM schedule_runs`,
		"firings with a run":          `SELECT count(DISTINCT (schedule_id, due_at)) FROM schedule_runs`,
		"completed runs of schedules": `SELECT count(*) FROM runs WHERE details LIKE '%Schedule %' AND status = 'completed'`,
	} {
		if got := s.number(query); got != count {
			s.t.Errorf("%d %s, want %d", got, what, count)
		}
	}
}
