package contract_test

import (
	"archive/zip"
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// planResponse contains the fields of a plan that these tests check.
type planResponse struct {
	ID, Status    string
	IsDestructive bool
	Counts        struct{ Added, Altered, Deleted, Metadata, Rebuilt, Unchanged, Stop, Warn int }
	GitInfo       struct {
		OID    string
		Commit struct{ Message string }
	}
	Issues struct {
		Stop []struct{ Code, Message, Hint, Node, File string }
		Warn []struct {
			Code, Message, Hint, File string
			Line                      int
		}
	}
	PhasedNodeEdits   map[string]map[string]planEdit
	RuntimeParameters object
}

type planEdit struct {
	Name, Action, Category, Reason, Description string
	Columns                                     []struct{ Change, Column, From, To string }
	Destructive                                 []struct {
		Object, What string
		Rows         *int64
	}
	Impact []struct{ Node, Column string }
	Steps  []planStep
}

type planStep struct {
	ID, Step, Phase, Name, SQL string
	IsDestructive              bool
}

func zipped(t *testing.T, files map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for path, content := range files {
		file, err := archive.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func (m *deployedFixture) plansPath() string {
	return environmentsPath + "/" + m.environment + "/plans"
}

// plan plans to deploy files to the environment of the fixture.
func (m *deployedFixture) plan(files map[string][]byte) planResponse {
	m.t.Helper()
	response := m.Do(apptest.Request{
		Method: http.MethodPost, Path: m.plansPath(), Token: m.token, Body: zipped(m.t, files),
		Header: http.Header{"Content-Type": {"application/zip"}},
	})
	var made planResponse
	response.Want(http.StatusCreated).JSON(&made)
	return made
}

// deployPlan deploys a plan and waits until the run ends with this status.
func (m *deployedFixture) deployPlan(plan, body, status string) string {
	m.t.Helper()
	run := counter(m.t, m.Post(m.token, "/api/v1/plans/"+plan+"/deploy", body))
	m.await(run, status)
	return run
}

func (m *deployedFixture) status() string {
	m.t.Helper()
	return m.Get(m.token, environmentsPath+"/"+m.environment).Want(http.StatusOK).Field("status")
}

const confirm = `{"confirmDestructive": true}`

// edited returns the files of the fixture with one file changed.
func edited(path, old, changed string) map[string][]byte {
	files := deployedFiles()
	files[path] = bytes.ReplaceAll(files[path], []byte(old), []byte(changed))
	return files
}

func TestPlanShowsWhatDeployDoes(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		same := m.plan(deployedFiles())
		if same.Counts.Added+same.Counts.Altered+same.Counts.Deleted+same.Counts.Metadata != 0 || same.Counts.Unchanged != 5 || same.Status != "open" {
			t.Errorf("the plan of what is deployed is %+v", same)
		}
		files := edited("nodes/MILL-GRAIN.sql", "AS id FROM", "AS id, cast('rye' AS varchar) AS kind FROM")
		delete(files, "nodes/MILL-INSPECT.sql")
		changed := m.plan(files)
		wantEdits(t, changed)
		refused := m.Post(m.token, "/api/v1/plans/"+changed.ID+"/deploy", nil)
		wantFault(t, refused, http.StatusBadRequest, "the plan destroys data: table", "confirmDestructive")
		m.deployPlan(changed.ID, confirm, "completed")
		again := m.plan(files)
		if again.Counts.Unchanged != 4 || again.Counts.Altered+again.Counts.Deleted+again.Counts.Added != 0 || len(again.Issues.Warn) != 0 {
			t.Errorf("after the deploy the plan is %+v", again)
		}
		wantFault(t, m.Post(m.token, "/api/v1/plans/"+changed.ID+"/deploy", confirm), http.StatusConflict, "was deployed by run", "new plan")
		wantFault(t, m.Post(m.token, "/api/v1/plans/"+same.ID+"/deploy", nil), http.StatusConflict, "has changed since plan", "new plan")
		m.wantNodes("GRAIN", "SACK", "SIEVE", "STONE")
	})
}

// wantEdits checks a plan that adds a column to GRAIN and deletes INSPECT.
func wantEdits(t *testing.T, p planResponse) {
	t.Helper()
	grain, inspect := p.PhasedNodeEdits["alteredTable"][grainNode], p.PhasedNodeEdits["deletedTable"][inspectNode]
	if !p.IsDestructive || grain.Action != "alter" || grain.Category != "nonBreaking" || inspect.Action != "delete" || inspect.Category != "breaking" {
		t.Errorf("the plan is %+v", p)
	}
	if len(inspect.Destructive) != 1 || inspect.Destructive[0].Rows == nil || *inspect.Destructive[0].Rows != 3 {
		t.Errorf("INSPECT is deleted with %+v", inspect.Destructive)
	}
	if len(grain.Steps) == 0 || !strings.Contains(grain.Steps[0].SQL, "ADD COLUMN") {
		t.Errorf("GRAIN is altered by %+v", grain.Steps)
	}
	wantStep(t, grain, planStep{ID: grainNode + "#1", Step: grainNode, Phase: "alter"})
	wantStep(t, inspect, planStep{ID: inspectNode + "#1", Step: inspectNode, Phase: "delete", IsDestructive: true})
}

// wantStep checks the first statement of an edit, whatever its text.
func wantStep(t *testing.T, e planEdit, want planStep) {
	t.Helper()
	if len(e.Steps) == 0 {
		t.Fatalf("nothing happens to %s", e.Name)
	}
	got := e.Steps[0]
	got.Name, got.SQL = "", ""
	if got != want {
		t.Errorf("the first step of %s is %+v, want %+v", e.Name, got, want)
	}
}

// wantNodes checks the deployed nodes.
func (m *deployedFixture) wantNodes(names ...string) {
	m.t.Helper()
	var list struct{ Data []struct{ ID, Name string } }
	m.Get(m.token, environmentsPath+"/"+m.environment+"/nodes?orderBy=name&detail=true").Want(http.StatusOK).JSON(&list)
	var got []string
	for _, n := range list.Data {
		got = append(got, n.Name)
		m.Get(m.token, environmentsPath+"/"+m.environment+"/nodes/"+n.ID).Want(http.StatusOK)
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		m.t.Errorf("the deployed nodes are %v, want %v", got, names)
	}
}

func TestFailedDeployBlocksUntilSuccess(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		m.deployPlan(m.plan(edited("nodes/MILL-GRAIN.sql", "AS id FROM", "AS id, cast('rye' AS varchar) AS kind FROM")).ID, confirm, "completed")
		m.await(m.startRun(nil, nil), "completed")
		// The rows of GRAIN contain a word, which is not a number.
		bad := m.plan(edited("nodes/MILL-GRAIN.sql", "AS id FROM", "AS id, cast('7' AS integer) AS kind FROM"))
		failed := m.deployPlan(bad.ID, confirm, "failed")
		if m.status() != "Failed Deploy" {
			t.Fatalf("the environment is %s", m.status())
		}
		m.wantNodes("GRAIN", "INSPECT", "SACK", "SIEVE", "STONE")
		details := object{"environmentID": m.environment, "includeNodesSelector": "{ GRAIN }"}
		wantFault(t, m.Post(m.token, "/scheduler/startRun", object{"runDetails": details}), http.StatusBadRequest, "Failed Deploy", "force")
		details["forceIgnoreWorkspaceStatus"] = true
		m.await(counter(t, m.Post(m.token, "/scheduler/startRun", object{"runDetails": details})), "completed")
		if m.status() != "Failed Deploy" {
			t.Errorf("after a forced refresh the environment is %s", m.status())
		}
		resume := environmentsPath + "/" + m.environment + "/deployments/" + failed + "/resume"
		wantFault(t, m.Post(m.token, resume, nil), http.StatusBadRequest, "the plan destroys data: values kind", "confirmDestructive")
		again := counter(t, m.Post(m.token, resume, confirm))
		m.await(again, "failed")
		m.deployPlan(m.plan(deployedFiles()).ID, confirm, "completed")
		if m.status() != "Waiting" {
			t.Errorf("after a good deploy the environment is %s", m.status())
		}
		wantFault(t, m.Post(m.token, resume, confirm), http.StatusConflict, "new plan")
	})
}

func TestRollingBack(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		m.deployPlan(m.plan(edited("nodes/MILL-SACK.sql", "SELECT s.id", "SELECT s.id, s.number")).ID, "", "completed")
		var history struct {
			Data []struct {
				RunID     int64
				Commit    string
				IsCurrent bool
			}
			Total int
		}
		m.Get(m.token, environmentsPath+"/"+m.environment+"/deployments").Want(http.StatusOK).JSON(&history)
		if len(history.Data) != 2 || !history.Data[0].IsCurrent || history.Data[1].IsCurrent {
			t.Fatalf("the history is %+v", history)
		}
		var back planResponse
		m.Post(m.token, m.plansPath(), object{"deployment": history.Data[1].RunID}).Want(http.StatusCreated).JSON(&back)
		if back.GitInfo.OID != history.Data[1].Commit || !strings.Contains(back.GitInfo.Commit.Message, "Roll back to deployment") {
			t.Errorf("the plan is of %+v", back.GitInfo)
		}
		m.deployPlan(back.ID, confirm, "completed")
		if left := m.plan(deployedFiles()); left.Counts.Unchanged != 5 || left.Counts.Altered != 0 {
			t.Errorf("after rolling back the plan is %+v", left)
		}
		wantFault(t, m.Post(m.token, m.plansPath(), object{"deployment": 4711}), http.StatusNotFound, "deployment 4711", "deployments")
	})
}

func TestDeployStoresParameters(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	response := m.Do(apptest.Request{
		Method: http.MethodPost, Path: m.plansPath() + "?message=Rye&parameters=%7B%22number%22%3A%2223%22%7D", Token: m.token,
		Body: zipped(t, deployedFiles()), Header: http.Header{"Content-Type": {"application/x-tar"}},
	})
	var made planResponse
	response.Want(http.StatusCreated).JSON(&made)
	if made.RuntimeParameters["number"] != "23" || made.GitInfo.Commit.Message != "Rye" {
		t.Errorf("the plan is %+v", made)
	}
	m.deployPlan(made.ID, "", "completed")
	var environment struct{ RunTimeParameters object }
	m.Get(m.token, environmentsPath+"/"+m.environment).Want(http.StatusOK).JSON(&environment)
	if environment.RunTimeParameters["number"] != "23" {
		t.Errorf("the environment's parameters are %v", environment.RunTimeParameters)
	}
}

func TestBadPlans(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	m.Transport = nil // the document does not allow what is sent here
	send := func(kind string, body any) apptest.Response {
		return m.Do(apptest.Request{
			Method: http.MethodPost, Path: m.plansPath(), Token: m.token, Body: body, Header: http.Header{"Content-Type": {kind}},
		})
	}
	wantFault(t, send("application/json", `{}`), http.StatusBadRequest, "selects 0 projects", "workspaceID")
	wantFault(t, send("application/json", `{"commit":"main","workspaceID":1}`), http.StatusBadRequest, "selects 2 projects", "one")
	wantFault(t, send("application/json", `{"commit":"nowhere"}`), http.StatusNotFound, "nowhere", "")
	wantFault(t, send("application/json", `{"workspaceID":"4711"}`), http.StatusNotFound, "workspace 4711", "")
	wantFault(t, send("application/zip", "PK not really"), http.StatusBadRequest, "neither a zip nor a tar", "zip")
	wantFault(t, send("application/gzip", "\x1f\x8bnot really"), http.StatusBadRequest, "cannot be read", "again")
	wantFault(t, send("text/plain", "hello"), http.StatusUnsupportedMediaType, "neither JSON nor an archive", "application/zip")
	wantFault(t, send("application/zip", zipped(t, map[string][]byte{"../data.yml": nil})), http.StatusBadRequest, "../data.yml", "below")
	broken := deployedFiles()
	broken["nodes/MILL-SACK.sql"] = bytes.ReplaceAll(broken["nodes/MILL-SACK.sql"], []byte("'SIEVE'"), []byte("'NOBODY'"))
	plan := m.plan(broken)
	if len(plan.Issues.Stop) == 0 || plan.Issues.Stop[0].Hint == "" || plan.Issues.Stop[0].File != "nodes/MILL-SACK.sql" {
		t.Fatalf("the plan of a broken project is %+v", plan)
	}
	wantFault(t, m.Post(m.token, "/api/v1/plans/"+plan.ID+"/deploy", confirm), http.StatusBadRequest, "cannot be deployed", "new plan")
	wantFault(t, m.Post(m.token, "/api/v1/plans/nobody/deploy", confirm), http.StatusNotFound, "plan nobody", "")
	m.Delete(m.token, "/api/v1/plans/"+plan.ID).Want(http.StatusNoContent)
	wantFault(t, m.Get(m.token, "/api/v1/plans/"+plan.ID), http.StatusNotFound, plan.ID, "")
	m.wantNodes("GRAIN", "INSPECT", "SACK", "SIEVE", "STONE")
}

// Two users deploy at the same moment.
func TestOneOfTwoConcurrentDeploysSucceeds(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		slow := m.startSlow()
		m.awaitSlowNode(slow) // the first deployment waits for it, so that the second finds the first
		one, other := m.plan(edited("nodes/MILL-SACK.sql", "SELECT s.id", "SELECT s.id, s.number")), m.plan(deployedFiles())
		first := counter(t, m.Post(m.token, "/api/v1/plans/"+one.ID+"/deploy", nil))
		wantFault(t, m.Post(m.token, "/api/v1/plans/"+other.ID+"/deploy", nil), http.StatusConflict, "run "+first+" is deploying to environment", "new plan")
		late := m.startRun(object{"includeNodesSelector": "{ GRAIN }"}, nil) // planned for what is about to be replaced
		m.Post(m.token, "/scheduler/cancelRun", object{"runID": slow}).Want(http.StatusNoContent)
		m.await(first, "completed")
		m.await(late, "failed")
		if info := m.info(late); !strings.Contains(asJSON(t, info["runFailureReason"]), "deployed again") {
			t.Errorf("the refresh that waited for the deploy says %v", info["runFailureReason"])
		}
	})
}

// Two environments share a file: a deployment must not replace what the other environment created after the plan.
func TestChangedDatabaseStopsDeploy(t *testing.T) {
	t.Parallel()
	m := &deployedFixture{Platform: start(t, apptest.Database{}), t: t}
	m.token = m.AdminToken()
	m.organization = m.Me(m.token).Organization.ID
	m.home = m.NewProject(m.token, "Mill")
	m.environment = m.NewEnvironment(m.token, m.home, "One")
	other := m.NewEnvironment(m.token, m.home, "Other")
	m.ShareFile(m.environment, other)
	early := m.plan(deployedFiles())
	m.Deploy(m.organization, other, deployedFiles())
	refused := m.Post(m.token, "/api/v1/plans/"+early.ID+"/deploy", confirm)
	wantFault(t, refused, http.StatusConflict, "the database of environment "+m.environment+" has changed", "new plan")
	again := m.plan(deployedFiles())
	if again.Counts.Stop != 5 || again.Issues.Stop[0].Code != "object-taken" {
		t.Errorf("what the other environment has made is planned as %+v", again)
	}
	m.Delete(m.token, environmentsPath+"/"+other).Want(http.StatusNoContent)
	again = m.plan(deployedFiles()) // an object that no environment has any more is adopted
	if again.IsDestructive || len(again.PhasedNodeEdits["addedTable"]) != 5 || again.PhasedNodeEdits["addedTable"][grainNode].Action != "adopt" {
		t.Errorf("what the other environment has left is planned as %+v", again)
	}
	m.deployPlan(again.ID, "", "completed")
}
