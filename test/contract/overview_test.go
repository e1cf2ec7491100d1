package contract_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

const overviewsPath = "/api/v1/environmentOverviews"

// runFigures is a run of an overview.
type runFigures struct {
	ID                                      int64
	RunType, RunStatus                      string
	FailedTests, NodesInRun                 int
	NodesDone                               *int
	RunStartTime, RunEndTime, FailureReason string
}

type deploymentSummary struct {
	RunID           int64
	Commit, Message string
	CreatedAt       string
	CreatedBy       *struct{ ID string }
}

type environmentOverview struct {
	ID, Name, Status, Project    string
	Health                       health
	Deployment, FailedDeployment *deploymentSummary
	Branch                       string
	CommitsBehind                *int
	LastRefresh                  *runFigures
	NextRun                      *struct{ ScheduleID, Name, DueAt, TimeZone string }
	Schedules                    int
	Runs                         []runFigures
	Permissions                  []string
}

// overview returns the overview of an environment as a token sees it.
func overview(t *testing.T, platform *apptest.Platform, token, environment string) environmentOverview {
	t.Helper()
	var list struct{ Data []environmentOverview }
	platform.Get(token, overviewsPath+"?environment="+environment).Want(http.StatusOK).JSON(&list)
	if len(list.Data) != 1 || list.Data[0].ID != environment {
		t.Fatalf("the overviews of environment %s are %+v", environment, list.Data)
	}
	return list.Data[0]
}

func TestOverviewOfAnEnvironment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := &deployedFixture{Platform: start(t, database), t: t}
		m.token = m.AdminToken()
		m.home = m.NewProject(m.token, "Mill")
		m.environment = m.NewEnvironment(m.token, m.home, "Production")
		empty := overview(t, m.Platform, m.token, m.environment)
		if empty.Health.Status != "neverDeployed" || empty.Deployment != nil || empty.NextRun != nil || len(empty.Runs) != 0 || empty.Schedules != 0 {
			t.Errorf("before the first deployment: %+v", empty)
		}

		deployed := m.deployPlan(m.plan(deployedFiles()).ID, "", "completed")
		m.await(m.startRun(nil, nil), "completed")
		m.await(m.startRun(nil, object{"number": "none"}), "failed")
		flawed := m.startRun(object{"includeNodesSelector": "{ INSPECT }"}, object{"flaw": 2})
		m.await(flawed, "completed")
		m.Post(m.token, schedulesPath, object{"name": "Nightly", "environmentID": m.environment, "cron": "0 3 * * *", "timeZone": "Europe/Berlin"}).
			Want(http.StatusCreated)
		m.Post(m.token, schedulesPath, object{"name": "Paused", "environmentID": m.environment, "cron": "* * * * *", "isPaused": true}).
			Want(http.StatusCreated)

		got := overview(t, m.Platform, m.token, m.environment)
		wantDeployment(t, &got, deployed)
		wantRuns(t, got.Runs, "refresh completed", "refresh failed", "refresh completed", "deploy completed")
		if got.Health.Status != "failed" || got.Schedules != 2 || got.NextRun == nil || got.NextRun.Name != "Nightly" || got.NextRun.TimeZone != "Europe/Berlin" {
			t.Errorf("health, schedules and next run: %+v", got)
		}
		if got.LastRefresh == nil || asJSON(t, got.LastRefresh.ID) != flawed || got.LastRefresh.FailedTests != 1 {
			t.Errorf("the last refresh is %+v, want run %s", got.LastRefresh, flawed)
		}
	})
}

// wantDeployment checks that an archive was deployed, by a user.
func wantDeployment(t *testing.T, got *environmentOverview, run string) {
	t.Helper()
	if got.Deployment == nil || asJSON(t, got.Deployment.RunID) != run || got.Deployment.CreatedBy == nil || got.FailedDeployment != nil {
		t.Errorf("the deployments are %+v and %+v, want run %s", got.Deployment, got.FailedDeployment, run)
	}
	if got.CommitsBehind != nil {
		t.Errorf("an archive is %d commits behind", *got.CommitsBehind)
	}
}

// wantRuns compares runs that are over, newest first.
func wantRuns(t *testing.T, runs []runFigures, want ...string) {
	t.Helper()
	var got []string
	for _, r := range runs {
		got = append(got, r.RunType+" "+r.RunStatus)
		if r.RunStartTime == "" || r.RunEndTime == "" || r.NodesDone != nil {
			t.Errorf("run %d is over: %+v", r.ID, r)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the runs are %q, want %q", got, want)
	}
}

// A run that is not over says how many of its nodes are.
func TestOverviewShowsProgress(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		slow := m.startSlow()
		m.awaitSlowNode(slow)
		got := overview(t, m.Platform, m.token, m.environment)
		newest := got.Runs[0]
		if got.Status != "Refreshing" || newest.RunStatus != "running" || newest.NodesDone == nil || *newest.NodesDone != 0 || newest.NodesInRun != 1 {
			t.Errorf("%s: %+v", got.Status, newest)
		}
		m.Post(m.token, "/scheduler/cancelRun", object{"runID": slow}).Want(http.StatusNoContent)
		m.await(slow, "canceled")
	})
}

// An overview has the last 30 runs and no more.
func TestOverviewIsLimited(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		other := m.NewEnvironment(m.token, m.home, "Test")
		var last string
		for range 32 {
			last = m.NewRun(m.organization, other, "refresh", "completed")
		}
		got := overview(t, m.Platform, m.token, other)
		if len(got.Runs) != 30 || asJSON(t, got.Runs[0].ID) != last {
			t.Errorf("there are %d runs, the first is %+v; want 30 from %s", len(got.Runs), got.Runs[0], last)
		}
		if runs := overview(t, m.Platform, m.token, m.environment).Runs; slices.ContainsFunc(runs, func(r runFigures) bool { return asJSON(t, r.ID) == last }) {
			t.Errorf("an environment has the runs of another one: %+v", runs)
		}
	})
}

// A deployment that failed is in the overview until another one completes.
func TestOverviewShowsTheFailedDeployment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		kind := func(expression string) string {
			return m.plan(edited("nodes/MILL-GRAIN.sql", "AS id FROM", "AS id, "+expression+" AS kind FROM")).ID
		}
		m.deployPlan(kind("cast('rye' AS varchar)"), confirm, "completed")
		m.await(m.startRun(nil, nil), "completed")
		before := overview(t, m.Platform, m.token, m.environment).Deployment
		failed := m.deployPlan(kind("cast('7' AS integer)"), confirm, "failed") // the rows contain a word
		got := overview(t, m.Platform, m.token, m.environment)
		if got.FailedDeployment == nil || asJSON(t, got.FailedDeployment.RunID) != failed || asJSON(t, got.Deployment) != asJSON(t, before) {
			t.Errorf("the deployments are %+v and %+v, want run %s as the failed one", got.Deployment, got.FailedDeployment, failed)
		}
		m.deployPlan(m.plan(deployedFiles()).ID, confirm, "completed")
		if got := overview(t, m.Platform, m.token, m.environment); got.FailedDeployment != nil {
			t.Errorf("after a good one the failed deployment is %+v", got.FailedDeployment)
		}
	})
}

// The environment counts the commits of the project's branch that are not deployed.
func TestOverviewCountsCommitsBehind(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		g := newGitFixture(t, database)
		m := &deployedFixture{Platform: g.Platform, t: t, token: g.token, home: g.id}
		m.environment = m.NewEnvironment(m.token, m.home, "Production")
		folder := g.workspace("Work")
		change := func(text string) {
			m.Put(m.token, folder+"/macros", object{"macroString": "{# " + text + " #}\n"}).Want(http.StatusOK)
		}
		change("first")
		first := g.commit(folder, "First")
		var made struct{ ID string }
		m.Post(m.token, environmentsPath+"/"+m.environment+"/plans", object{"commit": first.Oid}).Want(http.StatusCreated).JSON(&made)
		m.deployPlan(made.ID, "", "completed")
		for behind, text := range []string{"first", "second", "third"} {
			if behind > 0 {
				change(text)
				g.commit(folder, text)
			}
			got := overview(t, m.Platform, m.token, m.environment)
			if got.CommitsBehind == nil || *got.CommitsBehind != behind || got.Branch != "main" || got.Deployment.Commit != first.Oid || got.Deployment.Message != "First" {
				t.Errorf("after %d further commits: %+v", behind, got)
			}
		}
	})
}

// An overview shows only what the user may see, and says what the user may do.
func TestOverviewOfAMember(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		person := m.NewPerson(m.token, "reader@example.com", "member")
		var list struct{ Data []environmentOverview }
		m.Get(person.Token, overviewsPath).Want(http.StatusOK).JSON(&list)
		if len(list.Data) != 0 {
			t.Errorf("a user without roles sees %+v", list.Data)
		}
		m.Put(m.token, "/api/v2/userRoles/"+person.ID+"/environments/"+m.environment, object{"role": "reader"}).Want(http.StatusOK)
		got := overview(t, m.Platform, person.Token, m.environment)
		if slices.Contains(got.Permissions, "environment.run") || !slices.Contains(got.Permissions, "environment.read") {
			t.Errorf("a reader may %v", got.Permissions)
		}
		if mine := overview(t, m.Platform, m.token, m.environment); !slices.Contains(mine.Permissions, "environment.run") {
			t.Errorf("an administrator may %v", mine.Permissions)
		}
	})
}

type nodeHealth struct {
	NodeID, Name, LocationName, NodeType, Health string
	FailedTests                                  int
	LastRunID                                    int64
	BuiltAt                                      string
	UsualMilliseconds                            *int64
	States                                       []string
}

// The health of the nodes has the worst first, and the states of each node in the last refreshes.
func TestNodeHealth(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		m.await(m.startRun(nil, object{"number": "none"}), "failed")
		m.await(m.startRun(object{"includeNodesSelector": "{ INSPECT }"}, object{"flaw": 2}), "completed")
		var got struct {
			Data []nodeHealth
			Runs []int64
		}
		m.Get(m.token, environmentsPath+"/"+m.environment+"/nodeHealth").Want(http.StatusOK).JSON(&got)
		if len(got.Data) != 5 || len(got.Runs) < 2 || !slices.IsSorted(got.Runs) {
			t.Fatalf("got %+v", got)
		}
		var order []string
		for _, node := range got.Data {
			order = append(order, node.Name+" "+node.Health)
			if node.LocationName != "MILL" || node.NodeType != "Stage" || len(node.States) != len(got.Runs) {
				t.Errorf("%+v", node)
			}
		}
		want := []string{"SIEVE failed", "INSPECT testsFailing", "SACK stale", "GRAIN healthy", "STONE healthy"}
		if !slices.Equal(order, want) {
			t.Errorf("the nodes are %q, want %q", order, want)
		}
		last := func(node nodeHealth) []string { return node.States[len(node.States)-2:] }
		for i, states := range [][]string{{"failed", "none"}, {"complete", "testsFailed"}, {"skipped", "none"}, {"complete", "none"}, {"complete", "none"}} {
			if !slices.Equal(last(got.Data[i]), states) {
				t.Errorf("%s has the states %q, want %q at the end", got.Data[i].Name, got.Data[i].States, states)
			}
		}
		if grain := got.Data[3]; grain.NodeID != grainNode || grain.BuiltAt == "" || grain.LastRunID == 0 {
			t.Errorf("%+v", grain)
		}
	})
}
