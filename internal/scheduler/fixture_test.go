package scheduler_test

import (
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/refresh"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/sample"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/scheduler"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
)

// fixture is a scheduler on a real store and the real service for runs, with a clock that the test sets. The sample is
// deployed, as far as the state knows: nothing carries runs out here but the test itself.
type fixture struct {
	*scheduler.Scheduler

	t           *testing.T
	db          *store.DB
	runs        *refresh.Service
	schedules   *schedule.Service
	actor       account.Actor
	environment ids.Environment

	mu  sync.Mutex
	now time.Time
}

// opening is when every story begins: not long before a whole hour, later than the clock of this machine, so that retries
// are not in the story's past.
func opening() time.Time { return time.Date(2060, time.January, 31, 11, 59, 0, 0, time.UTC) }

func newFixture(t *testing.T) *fixture {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Folder: statetest.Folder(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	d := &fixture{t: t, db: db, now: opening()}
	d.setUp()
	d.runs = refresh.New(refresh.Options{
		Store: db.Runs(), Builds: db.Runs(), Environments: db.Environments(), Workspaces: db.Workspaces(), Connections: db.Connections(),
		Compiler: snapshot.NewCompiler(db.Snapshots()), DataFolderID: "here",
	})
	d.install()
	d.Scheduler = d.server("server", d.runs)
	d.schedules = schedule.NewService(schedule.Options{Store: db.Schedules(), Starter: d.Scheduler, Zones: new(schedule.Zones), Now: d.clock})
	return d
}

// server is one more scheduler on the same database.
func (d *fixture) server(owner string, runs scheduler.Runs) *scheduler.Scheduler {
	return scheduler.New(scheduler.Options{
		Store: d.db.Schedules(), Runs: runs, Zones: new(schedule.Zones), Owner: owner, Now: d.clock, Batch: 7, Workers: 3,
		Poll: time.Millisecond,
	})
}

func (d *fixture) clock() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

// setUp makes an organization with the sample's environments.
func (d *fixture) setUp() {
	d.t.Helper()
	organization, err := account.NewOrganization("Acme", opening())
	if err != nil {
		d.t.Fatal(err)
	}
	administrator := account.User{
		ID: ids.New[ids.User](), Organization: organization.ID, Email: "ada@example.com", Role: account.OrganizationAdministrator,
		Status: account.UserActive, CreatedAt: opening(),
	}
	setup, err := project.NewSetup(organization, administrator, opening()).WithSample(sample.Locations(), opening())
	if err != nil {
		d.t.Fatal(err)
	}
	if err := d.db.Setups().Add(d.t.Context(), setup); err != nil {
		d.t.Fatal(err)
	}
	d.actor = account.Actor{User: administrator.ID, Organization: organization.ID, Role: administrator.Role}
	listed, err := d.db.Environments().List(d.t.Context(), project.EnvironmentQuery{Sees: d.actor.Sees()})
	if err != nil {
		d.t.Fatal(err)
	}
	d.environment = listed.Items[0].ID
}

func (d *fixture) install() {
	d.t.Helper()
	files, err := sample.Files(sample.Options{})
	if err != nil {
		d.t.Fatal(err)
	}
	snapshot, err := snapshot.PackFiles(files)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := d.db.Snapshots().Put(d.t.Context(), d.actor.Organization, snapshot.ID, snapshot.Files); err != nil {
		d.t.Fatal(err)
	}
	draft := run.Draft{Environment: d.environment, Type: run.Deploy, Snapshot: snapshot.ID, DataFolderID: "here"}
	if _, err := d.db.Runs().Insert(d.t.Context(), d.actor, draft); err != nil {
		d.t.Fatal(err)
	}
	d.finish(run.Completed)
}

// finish claims the oldest run that waits, and ends it.
func (d *fixture) finish(status run.Status) run.Run {
	d.t.Helper()
	claimed, err := statetest.ClaimOne(d.t.Context(), d.db, run.ClaimRequest{Owner: "me", DataFolderID: "here", Length: time.Hour})
	if err != nil || claimed == nil {
		d.t.Fatalf("claimed %v, %v", claimed, err)
	}
	if err := d.db.Leases().Finish(d.t.Context(), claimed.Lease, run.Outcome{Status: status, Reason: "it was to fail"}); err != nil {
		d.t.Fatal(err)
	}
	return claimed.Run
}

// create makes a schedule of the sample's first job, every hour, changed.
func (d *fixture) create(change func(*schedule.Schedule)) schedule.Schedule {
	d.t.Helper()
	wanted := schedule.Schedule{
		Environment: d.environment, Name: "Hourly", Run: schedule.RunSpec{Job: "1"}, Trigger: schedule.Trigger{Cron: "0 * * * *"},
		Retry: schedule.Retry{From: schedule.FromBeginning}, Overlap: schedule.Queue, Missed: schedule.FireOnce,
	}
	if change != nil {
		change(&wanted)
	}
	created, err := d.schedules.Create(d.t.Context(), d.actor, wanted)
	if err != nil {
		d.t.Fatal(err)
	}
	return created
}

// at sets the clock and lets the scheduler look.
func (d *fixture) at(moment time.Time) {
	d.t.Helper()
	d.mu.Lock()
	d.now = moment
	d.mu.Unlock()
	if _, err := d.Tick(d.t.Context()); err != nil {
		d.t.Fatal(err)
	}
}

// firings are those of a schedule, oldest first.
func (d *fixture) firings(id ids.Schedule) []schedule.Firing {
	d.t.Helper()
	listed, err := d.schedules.Firings(d.t.Context(), schedule.FiringQuery{
		Organization: d.actor.Organization, Schedule: id, Page: page.Request{OrderBy: "id", Limit: 1000},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return listed.Items
}

// states are the firings in few words.
func (d *fixture) states(id ids.Schedule) []string {
	d.t.Helper()
	var states []string
	for _, firing := range d.firings(id) {
		states = append(states, firing.Due.Format("15:04 ")+string(firing.State))
	}
	return states
}

func (d *fixture) find(id ids.Run) run.Run {
	d.t.Helper()
	found, err := d.runs.Find(d.t.Context(), d.actor.Sees(), id)
	if err != nil {
		d.t.Fatal(err)
	}
	return found
}
