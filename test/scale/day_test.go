package scale_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/refresh"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/scheduler"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/store"
)

const (
	servers = 2
	// workersOfAMachine share the connections to the state database, so that 20 workers fit the limit of a test server.
	workersOfAMachine = 4
	runsOfAWorker     = 8
	quarters          = 4
)

// TestDay plays a day and checks that nothing is lost.
func TestDay(t *testing.T) {
	t.Parallel()
	s := sizeOf(t)
	d := newDeployment(t, s)
	day := &day{deployment: d, clock: newClock(s.day), times: newQueryTimes()}
	t.Log(s)
	day.report("tables before", d.tableSizes())
	ctx, stop := context.WithCancel(t.Context())
	var working sync.WaitGroup
	for i := range servers {
		working.Go(func() { day.schedule(ctx, i) })
	}
	day.execute(ctx, &working)
	for quarter := range quarters {
		day.awaitQuarter(quarter)
	}
	day.awaitEnd()
	stop()
	working.Wait()
	day.wantNothingLost()
	day.reportWaits()
	day.report("tables after", d.tableSizes())
	t.Log(day.times)
}

// day is one day of a deployment.
type day struct {
	*deployment

	clock *clock
	times *queryTimes
}

// schedule fires schedules as a server does.
func (d *day) schedule(ctx context.Context, number int) {
	db := d.open(d.clock.now) //nolint:contextcheck // it closes with the test
	runs := refresh.New(refresh.Options{
		Store: db.Runs(), Builds: db.Runs(), Environments: db.Environments(), Workspaces: db.Workspaces(), Connections: db.Connections(),
		Compiler: snapshot.NewCompiler(db.Snapshots()),
	})
	scheduler.New(scheduler.Options{
		Store: timedSchedules{db.Schedules(), d}, Runs: timedRuns{runs, d}, Zones: new(schedule.Zones), Owner: fmt.Sprint("server ", number), Now: d.clock.now,
		// Leases of firings use the clock of the day, and so many of its seconds are few real ones.
		Lease: time.Duration(float64(15*time.Second) * d.clock.factor), Poll: 20 * time.Millisecond,
	}).Run(ctx)
}

// execute starts the workers.
func (d *day) execute(ctx context.Context, working *sync.WaitGroup) {
	var db *store.DB
	for i := range d.size.workers {
		if i%workersOfAMachine == 0 {
			db = d.open(d.clock.now) //nolint:contextcheck // it closes with the test
		}
		worker := runner.New(runner.Options{
			Store: timedLeases{db.Leases(), d}, Owner: fmt.Sprint("worker ", i), MaxRuns: runsOfAWorker,
			Engine: func(context.Context, project.EngineUse) (engine.Engine, func(), error) {
				return newWaitingEngine(), func() {}, nil
			},
		})
		working.Go(func() {
			if err := worker.Run(ctx); err != nil {
				d.t.Error(err)
			}
		})
	}
}

// awaitQuarter waits for the end of a quarter of the day, and then measures queries of users.
func (d *day) awaitQuarter(quarter int) {
	d.t.Helper()
	end := d.clock.start.Add(time.Duration(quarter+1) * 24 * time.Hour / quarters)
	time.Sleep(d.clock.real(end.Sub(d.clock.now()))) // the day passes
	d.measureReads(quarter)
}

// awaitEnd waits until no schedule of the day is due and no run is active.
func (d *day) awaitEnd() {
	d.t.Helper()
	deadline := time.Now().Add(max(time.Minute, d.size.day/2)) // for the runs of the last hour
	for d.number(`SELECT (SELECT count(*) FROM schedules WHERE next_due > 0 AND next_due < $1) + (SELECT count(*) FROM schedule_firings WHERE state IN ('due', 'queued', 'started'))`,
		dayStart().Add(24*time.Hour).UnixMilli()) > 0 {
		if time.Now().After(deadline) {
			d.t.Fatalf("long after the end of the day, %d schedules have not fired, and these are open: %s",
				d.number(`SELECT count(*) FROM schedules WHERE next_due > 0 AND next_due < $1`, dayStart().Add(24*time.Hour).UnixMilli()), d.openWork())
		}
		time.Sleep(100 * time.Millisecond) // polls the database
	}
}

// openWork describes firings and runs that have not ended.
func (d *day) openWork() (text string) {
	d.t.Helper()
	d.check(d.raw.QueryRowContext(d.t.Context(), `SELECT coalesce(string_agg(n || ' ' || what, '; '), 'none') FROM (
		SELECT count(*) AS n, 'firings ' || state || ' ' || reason AS what FROM schedule_firings WHERE state IN ('due', 'queued', 'started') GROUP BY state, reason
		UNION ALL SELECT count(*), 'runs ' || status FROM runs WHERE status IN ('waitingToRun', 'running') GROUP BY status) AS w`).Scan(&text))
	return text
}

func (d *deployment) number(query string, args ...any) (n int64) {
	d.t.Helper()
	d.check(d.raw.QueryRowContext(d.t.Context(), query, args...).Scan(&n))
	return n
}

// wantNothingLost checks that every schedule has fired once, and that its run is complete and was claimed once.
func (d *day) wantNothingLost() {
	d.t.Helper()
	schedules := int64(d.size.schedules())
	for what, got := range map[string]int64{
		"firings":                         d.number(`SELECT count(*) FROM schedule_firings`),
		"completed firings":               d.number(`SELECT count(*) FROM schedule_firings WHERE state = 'completed' AND run_id > 0 AND attempt = 1`),
		"schedules that fired":            d.number(`SELECT count(DISTINCT (organization_id, schedule_id)) FROM schedule_firings`),
		"runs":                            d.number(`SELECT count(*) FROM runs`),
		"schedules that are not paused":   d.number(`SELECT count(*) FROM schedules WHERE NOT is_paused`),
		"completed runs, claimed once":    d.number(`SELECT count(*) FROM runs WHERE status = 'completed' AND epoch = 1`),
		"complete nodes, in tens":         d.number(`SELECT count(*) / 10 FROM run_nodes WHERE state = 'complete'`),
		"nodes, in tens":                  d.number(`SELECT count(*) / 10 FROM run_nodes`),
		"nodes with a build record, tens": d.number(`SELECT count(*) / 10 FROM environment_builds`),
	} {
		if got != schedules {
			d.t.Errorf("%s: %d, want %d", what, got, schedules)
		}
	}
}
