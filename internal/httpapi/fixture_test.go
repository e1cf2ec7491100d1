package httpapi_test

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/httpapi"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/overview"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/refresh"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/worker"
)

// fixture is the server with a database that contains an organization, its administrator and one environment. It has no
// runner: a test executes runs step by step.
type fixture struct {
	serverFixture

	t           testing.TB
	db          *store.DB
	tokens      *account.Tokens
	admin       account.Actor
	token       string
	environment ids.Environment
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	db := openStore(t)
	keys, err := secret.LoadOrCreate(t.TempDir(), "")
	check(t, err)
	organization, err := account.NewOrganization("Acme", time.Now())
	check(t, err)
	administrator := account.User{
		ID: ids.New[ids.User](), Organization: organization.ID, Email: "ada@example.com", Role: account.OrganizationAdministrator,
		Status: account.UserActive, CreatedAt: time.Now(),
	}
	check(t, db.Setups().Add(t.Context(), project.NewSetup(organization, administrator, time.Now())))
	f := &fixture{
		t: t, db: db, tokens: account.NewTokens(db.Tokens(), keys, time.Now, 0),
		admin: account.Actor{User: administrator.ID, Organization: organization.ID, Role: administrator.Role},
	}
	_, f.token, err = f.tokens.Issue(t.Context(), f.admin, account.TokenDraft{})
	check(t, err)
	check(t, db.Workers().Register(t.Context(), worker.Worker{ID: "w", Kind: worker.InServer, State: worker.Ready, MaxRuns: 1}, time.Hour))
	f.serverFixture = serve(t, httpapi.Services{
		Database: db, Organizations: db.Organizations(), Runs: refresh.New(refresh.Options{Store: db.Runs()}),
		Environments:  project.NewEnvironments(db.Environments(), time.Now),
		States:        overview.NewWatcher(db.Overviews(), time.Millisecond),
		Workspaces:    project.NewWorkspaces(db.Workspaces(), time.Now),
		Workers:       &worker.Service{Store: db.Workers()},
		Authenticator: authn.NewAuthenticator(db.Credentials(), keys, authn.NewLastUse(db.Tokens(), db.Sessions(), slog.New(slog.DiscardHandler), time.Now), time.Now),
	}, http.NotFound)
	f.environment = f.newEnvironment()
	return f
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) newEnvironment() ids.Environment {
	f.t.Helper()
	created, err := project.NewProjects(f.db.Projects(), time.Now).Create(f.t.Context(), f.admin, project.Project{Name: "Orders", Platform: project.DuckDB})
	check(f.t, err)
	environment, err := project.NewEnvironments(f.db.Environments(), time.Now).
		Create(f.t.Context(), f.admin, created.ID, "Production", project.EnvironmentSettings{})
	check(f.t, err)
	return environment.ID
}

// twoNodes returns a plan of a table with a test and of a view on it.
func twoNodes() plan.Plan {
	return plan.Plan{Nodes: []plan.Node{
		{
			ID: "n-1", Name: "STG_ORDERS", Location: "STAGE", Type: "Stage", Schema: engine.Schema{Name: "stage"},
			Stages: []plan.Stage{
				{Name: "Insert", Kind: plan.SQL, SQL: "INSERT INTO stage.orders SELECT 1"},
				{Name: "Not null", Kind: plan.Test, SQL: "SELECT id FROM stage.orders WHERE id IS NULL", ContinueOnFailure: true},
			},
		},
		{ID: "n-2", Name: "V_ORDERS", Location: "MART", Type: "View", Schema: engine.Schema{Name: "mart"}, Upstream: []int{0}},
	}}
}

// newRun stores a waiting refresh.
func (f *fixture) newRun(details run.Details) run.Run {
	f.t.Helper()
	return f.insert(run.Draft{Environment: f.environment, Type: run.Refresh, Details: details, Plan: twoNodes()})
}

func (f *fixture) insert(draft run.Draft) run.Run {
	f.t.Helper()
	stored, err := f.db.Runs().Insert(f.t.Context(), f.admin, draft)
	check(f.t, err)
	return stored
}

// claim claims the oldest run that can start.
func (f *fixture) claim() run.Lease {
	f.t.Helper()
	claimed, err := statetest.ClaimOne(f.t.Context(), f.db, run.ClaimRequest{Owner: "test", Length: time.Minute})
	check(f.t, err)
	if claimed == nil {
		f.t.Fatal("no run can be claimed")
	}
	return claimed.Lease
}

func (f *fixture) save(lease run.Lease, results ...run.NodeResult) {
	f.t.Helper()
	check(f.t, f.db.Leases().Save(f.t.Context(), lease, results))
}

func (f *fixture) finish(lease run.Lease, outcome run.Outcome) {
	f.t.Helper()
	check(f.t, f.db.Leases().Finish(f.t.Context(), lease, outcome))
}

// running returns the result of a running node.
func running(node transform.NodeID, name string) run.NodeResult {
	return run.NodeResult{Node: node, Name: name, State: run.NodeRunning, Attempt: 1, StartedAt: time.UnixMilli(1_000).UTC()}
}

// get sends a GET as the administrator.
func (f *fixture) ask(path string) (int, string) {
	f.t.Helper()
	return f.send(http.MethodGet, path, "")
}

func (f *fixture) send(method, path, body string) (int, string) {
	f.t.Helper()
	request, err := http.NewRequestWithContext(f.t.Context(), method, f.URL+path, strings.NewReader(body))
	check(f.t, err)
	request.Header.Set("Authorization", "Bearer "+f.token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	check(f.t, err)
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	check(f.t, err)
	return response.StatusCode, string(raw)
}
