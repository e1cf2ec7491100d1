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
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/refresh"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/transform"
)

// office is the interface over a database with an organization, its administrator and one environment. Nobody carries
// runs out: a test does it, step by step.
type office struct {
	interfaceAlone

	t           testing.TB
	db          *store.DB
	tokens      *account.Tokens
	admin       account.Actor
	token       string
	environment ids.Environment
}

func newOffice(t testing.TB) *office {
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
	o := &office{
		t: t, db: db, tokens: account.NewTokens(db.Tokens(), keys, time.Now),
		admin: account.Actor{User: administrator.ID, Organization: organization.ID, Role: administrator.Role},
	}
	_, o.token, err = o.tokens.Issue(t.Context(), o.admin, "")
	check(t, err)
	o.interfaceAlone = serve(t, httpapi.Services{
		Database: db, Organizations: db.Organizations(), Runs: refresh.NewRuns(refresh.Options{Store: db.Runs()}),
		Environments:  project.NewEnvironments(db.Environments(), time.Now),
		Workspaces:    project.NewWorkspaces(db.Workspaces(), time.Now),
		Authenticator: authn.NewAuthenticator(db.Credentials(), keys, authn.NewLastUse(db.Tokens(), slog.New(slog.DiscardHandler), time.Now)),
	}, http.NotFound)
	o.environment = o.newEnvironment()
	return o
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (o *office) newEnvironment() ids.Environment {
	o.t.Helper()
	home, err := project.NewProjects(o.db.Projects(), time.Now).Create(o.t.Context(), o.admin, project.Project{Name: "Orders", Platform: project.DuckDB})
	check(o.t, err)
	environment, err := project.NewEnvironments(o.db.Environments(), time.Now).
		Create(o.t.Context(), o.admin, home.ID, "Production", project.EnvironmentSettings{})
	check(o.t, err)
	return environment.ID
}

// twoNodes is a plan of a table, with a test, and of a view on it.
func twoNodes() plan.Plan {
	return plan.Plan{Nodes: []plan.Node{
		{
			ID: "n-1", Name: "STG_ORDERS", Location: "STAGE", Type: "Stage", Place: engine.Schema{Name: "stage"},
			Stages: []plan.Stage{
				{Name: "Insert", Kind: plan.SQL, SQL: "INSERT INTO stage.orders SELECT 1"},
				{Name: "Not null", Kind: plan.Test, SQL: "SELECT id FROM stage.orders WHERE id IS NULL", ContinueOnFailure: true},
			},
		},
		{ID: "n-2", Name: "V_ORDERS", Location: "MART", Type: "View", Place: engine.Schema{Name: "mart"}, Upstream: []int{0}},
	}}
}

// newRun stores a refresh that waits.
func (o *office) newRun(details run.Details) run.Run {
	o.t.Helper()
	return o.insert(run.Draft{Environment: o.environment, Type: run.Refresh, Details: details, Plan: twoNodes()})
}

func (o *office) insert(draft run.Draft) run.Run {
	o.t.Helper()
	stored, err := o.db.Runs().Insert(o.t.Context(), o.admin, draft)
	check(o.t, err)
	return stored
}

// claim makes the oldest run that can start a running one.
func (o *office) claim() run.Lease {
	o.t.Helper()
	claimed, err := o.db.Leases().Claim(o.t.Context(), run.ClaimRequest{Owner: "test", Length: time.Minute})
	check(o.t, err)
	if claimed == nil {
		o.t.Fatal("there is nothing to claim")
	}
	return claimed.Lease
}

func (o *office) save(lease run.Lease, results ...run.NodeResult) {
	o.t.Helper()
	check(o.t, o.db.Leases().Save(o.t.Context(), lease, results))
}

func (o *office) finish(lease run.Lease, outcome run.Outcome) {
	o.t.Helper()
	check(o.t, o.db.Leases().Finish(o.t.Context(), lease, outcome))
}

// running is the result of a node that is being worked on.
func running(node transform.NodeID, name string) run.NodeResult {
	return run.NodeResult{Node: node, Name: name, State: run.NodeRunning, Attempt: 1, StartedAt: time.UnixMilli(1_000).UTC()}
}

// ask sends a GET as the administrator.
func (o *office) ask(path string) (int, string) {
	o.t.Helper()
	return o.send(http.MethodGet, path, "")
}

func (o *office) send(method, path, body string) (int, string) {
	o.t.Helper()
	request, err := http.NewRequestWithContext(o.t.Context(), method, o.URL+path, strings.NewReader(body))
	check(o.t, err)
	request.Header.Set("Authorization", "Bearer "+o.token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	check(o.t, err)
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	check(o.t, err)
	return answer.StatusCode, string(raw)
}
