package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/store"
)

// scheduledEnvironments is the number of environments over which the schedules are spread.
const scheduledEnvironments = 20

// schedules lets many schedules be due in the same second, on two servers with one PostgreSQL database that flushes to
// disk, and measures how late their runs are stored.
func (b *bench) schedules() error {
	postgres, err := b.durablePostgres()
	if err != nil || postgres == "" {
		return err
	}
	return b.withDatabase(postgres, func(state string) error {
		return b.withDatabase(postgres, func(data string) error { return b.schedulesIn(state, data) })
	})
}

func (b *bench) schedulesIn(state, data string) (err error) {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	address, err := url.Parse(data)
	if err != nil {
		return err
	}
	l := &scheduleLoad{bench: b, data: address, key: base64.StdEncoding.EncodeToString(key)}
	first, err := startServer(b.ctx, l.serverOptions(state))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, first.stop()) }()
	if err := l.deploy(first); err != nil {
		return err
	}
	if l.store, err = store.Open(b.ctx, store.Options{URL: state}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.store.Close()) }()
	if l.raw, err = sql.Open("pgx", state); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.raw.Close()) }()
	if err := l.create(b.nodes); err != nil {
		return err
	}
	second, err := startServer(b.ctx, l.serverOptions(state))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, second.stop()) }()
	return l.measure(b.nodes)
}

// scheduleLoad is a state database with schedules.
type scheduleLoad struct {
	*bench

	data         *url.URL // of the database in which the nodes are
	key          string
	organization ids.Organization
	environments []ids.Environment
	store        *store.DB
	raw          *sql.DB // the state database, without the store
}

// serverOptions are the same for both servers, which must have the same key and may connect to the data.
func (l *scheduleLoad) serverOptions(state string) serverOptions {
	return serverOptions{
		args:        []string{"--no-sample", "--database", state},
		environment: []string{"MILLRACE_KEY=" + l.key, "MILLRACE_OUTGOING_NETWORKS=" + l.data.Host},
	}
}

// deploy deploys a project of one table to all environments, each with its own schema.
func (l *scheduleLoad) deploy(s *server) error {
	c, err := signIn(l.ctx, s.baseURL)
	if err != nil {
		return err
	}
	l.organization = c.organization
	connection, err := l.connect(c)
	if err != nil {
		return err
	}
	project, err := c.CreateProject(l.ctx, api.ProjectCreate{Name: "Bench", PlatformKind: api.Postgres})
	if err != nil {
		return err
	}
	f := newFiles("STG")
	f.putf("data.yml", "defaultStorageMapping: STG\nfileVersion: 3\nplatformKind: postgres\n")
	f.stage(0, "ONE", "SELECT v.i AS i FROM (VALUES (1)) AS v(i)")
	archive, err := zipFiles(f)
	if err != nil {
		return err
	}
	for i := range scheduledEnvironments {
		created, err := c.CreateEnvironment(l.ctx, api.EnvironmentCreate{
			Project: api.ID(project.ID), Name: fmt.Sprint("Target ", i), Connection: connection,
			Mappings: &api.Mappings{"STG": {Schema: fmt.Sprint("stage_", i)}},
		})
		if err != nil {
			return err
		}
		if err := (&deployment{admin: c, environment: created.ID}).deployArchive(l.ctx, archive); err != nil {
			return err
		}
		number, _ := ids.ParseNumber[ids.Environment](created.ID)
		l.environments = append(l.environments, number)
	}
	return nil
}

// connect creates a connection to the database in which the nodes are.
func (l *scheduleLoad) connect(c admin) (*api.IDInput, error) {
	port, err := strconv.Atoi(l.data.Port())
	if err != nil {
		return nil, err
	}
	password, _ := l.data.User.Password()
	created, err := c.CreateConnection(l.ctx, api.ConnectionCreate{
		Name: "Bench", PlatformKind: api.Postgres,
		Settings: &map[string]any{
			"host": l.data.Hostname(), "port": port, "database": filepath.Base(l.data.Path), "user": l.data.User.Username(), "sslmode": "disable",
		},
		Secret: &map[string]string{"password": password},
	})
	if err != nil {
		return nil, err
	}
	id := api.ID(created.ID)
	return &id, nil
}

// create stores schedules that are due tomorrow.
func (l *scheduleLoad) create(count int) error {
	due := time.Now().Add(24 * time.Hour).Truncate(time.Second)
	const creators = 8
	failed := make([]error, creators)
	var creation sync.WaitGroup
	for creator := range creators {
		creation.Go(func() {
			for i := creator; i < count && failed[creator] == nil; i += creators {
				failed[creator] = l.createOne(i, due)
			}
		})
	}
	creation.Wait()
	return errors.Join(failed...)
}

func (l *scheduleLoad) createOne(number int, due time.Time) error {
	_, err := l.store.Schedules().Create(l.ctx, account.Actor{Organization: l.organization}, schedule.Schedule{
		Organization: l.organization, ID: ids.New[ids.Schedule](), Environment: l.environments[number%len(l.environments)],
		Name: fmt.Sprint("Schedule ", number), Trigger: schedule.Trigger{Cron: "0 0 1 1 *"}, Retry: schedule.Retry{From: schedule.FromBeginning},
		Overlap: schedule.Queue, Missed: schedule.FireOnce, NextDue: due, CreatedAt: time.Now(),
	})
	return err
}

// measure makes all schedules due in one second, waits until each has its run, and reports how late that was.
func (l *scheduleLoad) measure(schedules int) error {
	times, err := l.store.Schedules().DueTimes(l.ctx)
	if err != nil {
		return err
	}
	due := times.Now.Add(2 * time.Second).Truncate(time.Second)
	if _, err := l.raw.ExecContext(l.ctx, `UPDATE schedules SET next_due = $1`, due.UnixMilli()); err != nil {
		return err
	}
	if err := l.awaitFirings(schedules); err != nil {
		return err
	}
	var p50, p99, last float64
	err = l.raw.QueryRowContext(l.ctx, `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY started_at - due_at),
		percentile_disc(0.99) WITHIN GROUP (ORDER BY started_at - due_at), max(started_at - due_at) FROM schedule_firings`).Scan(&p50, &p99, &last)
	if err != nil {
		return err
	}
	l.atMost(count(schedules)+" schedules due at once on two servers, PostgreSQL with fsync, p99 late", p99/1000, 6, inSeconds)
	l.note("p50 and max", fmt.Sprintf("%.1f s and %.1f s", p50/1000, last/1000))
	return nil
}

// awaitFirings waits until that many schedules have started their runs.
func (l *scheduleLoad) awaitFirings(wanted int) error {
	ctx, stop := context.WithTimeout(l.ctx, 5*time.Minute)
	defer stop()
	for {
		var started int
		if err := l.raw.QueryRowContext(ctx, `SELECT count(*) FROM schedule_firings WHERE run_id > 0`).Scan(&started); err != nil {
			return fmt.Errorf("waiting for the firings of %d schedules: %w", wanted, err)
		}
		if started >= wanted {
			return nil
		}
		time.Sleep(250 * time.Millisecond) // each poll costs time of the database
	}
}
