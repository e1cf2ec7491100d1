package refresh_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/refresh"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/sample"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/workspace"
)

// fixture is the service on a real store, with an organization, its administrator and two environments of the sample.
type fixture struct {
	*refresh.Service

	t            *testing.T
	db           *store.DB
	actor        account.Actor
	environments []ids.Environment
	workspace    ids.Environment
	wakes        atomic.Int64
	open         func() (engine.Engine, error) // opens the engine
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Folder: statetest.Folder(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	now := time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)
	organization, err := account.NewOrganization("Acme", now)
	if err != nil {
		t.Fatal(err)
	}
	administrator := account.User{
		ID: ids.New[ids.User](), Organization: organization.ID, Email: "ada@example.com", Role: account.OrganizationAdministrator,
		Status: account.UserActive, CreatedAt: now,
	}
	setup, err := project.NewSetup(organization, administrator, now).WithSample(sample.Locations(), now)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Setups().Add(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	d := &fixture{t: t, db: db, actor: account.Actor{User: administrator.ID, Organization: organization.ID, Role: administrator.Role}}
	d.Service = refresh.New(refresh.Options{
		Store: db.Runs(), Builds: db.Runs(), Environments: db.Environments(), Workspaces: db.Workspaces(), Connections: db.Connections(),
		Compiler: snapshot.NewCompiler(db.Snapshots()), DataFolderID: "here", Wake: func() { d.wakes.Add(1) },
		Engine: func(context.Context, project.EngineUse) (engine.Engine, func(), error) {
			opened, err := d.open()
			return opened, func() {}, err
		},
		Drafts: workspace.NewService(workspace.Options{
			Store: db.WorkspaceFiles(), Workspaces: db.Workspaces(), Projects: db.Projects(), Connections: db.Connections(),
		}),
	})
	listed, err := db.Environments().List(t.Context(), project.EnvironmentQuery{Sees: d.actor.Sees()})
	if err != nil {
		t.Fatal(err)
	}
	for i := range listed.Items {
		d.environments = append(d.environments, listed.Items[i].ID)
	}
	for id := ids.Environment(1); d.workspace == 0 && id < 10; id++ { // numbered together with environments
		if _, err := db.Workspaces().Find(t.Context(), organization.ID, ids.Workspace(id)); err == nil {
			d.workspace = id
		}
	}
	return d
}

// install deploys the sample, changed, to the first environment, as far as the state knows: nothing runs here.
func (d *fixture) install(change func(map[string][]byte)) ids.Environment {
	d.t.Helper()
	files, err := sample.Files(sample.Options{})
	if err != nil {
		d.t.Fatal(err)
	}
	if change != nil {
		change(files)
	}
	snapshot, err := snapshot.PackFiles(files)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := d.db.Snapshots().Put(d.t.Context(), d.actor.Organization, snapshot.ID, snapshot.Files); err != nil {
		d.t.Fatal(err)
	}
	draft := run.Draft{
		Environment: d.environments[0], Type: run.Deploy, Snapshot: snapshot.ID, DataFolderID: "here", Details: run.Details{Parallelism: 1, Commit: "c0ffee"},
	}
	if _, err := d.db.Runs().Insert(d.t.Context(), d.actor, draft); err != nil {
		d.t.Fatal(err)
	}
	d.finish(d.claim(), run.Outcome{Status: run.Completed})
	return d.environments[0]
}

func (d *fixture) claim() *run.ClaimedRun {
	d.t.Helper()
	claimed, err := statetest.ClaimOne(d.t.Context(), d.db, run.ClaimRequest{Owner: "me", DataFolderID: "here", Length: time.Hour})
	if err != nil || claimed == nil {
		d.t.Fatalf("claimed %v, %v", claimed, err)
	}
	return claimed
}

func (d *fixture) finish(claimed *run.ClaimedRun, outcome run.Outcome) {
	d.t.Helper()
	if err := d.db.Leases().Finish(d.t.Context(), claimed.Lease, outcome); err != nil {
		d.t.Fatal(err)
	}
}

func (d *fixture) start(request run.StartRequest) run.Run {
	d.t.Helper()
	started, err := d.Start(d.t.Context(), d.actor, request)
	if err != nil {
		d.t.Fatal(err)
	}
	return started
}

func (d *fixture) stranger() account.Visibility {
	other := account.Actor{User: "stranger", Organization: d.actor.Organization, Role: account.OrganizationMember}
	return other.Sees()
}
