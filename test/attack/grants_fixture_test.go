package attack_test

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/millrace/millrace/internal/apptest"
)

const (
	environmentsPath = "/api/v1/environments"
	workspacesPath   = "/api/v1/workspaces"
	salaryNode       = "5a1a0000-0000-4000-8000-000000000001"
	// amount is in the table of the victim, and nowhere in a request.
	amount = "7310463"
)

// payroll is a platform with a project whose production environment has a table PAY.SALARY with three rows.
type payroll struct {
	*apptest.Platform

	t                    *testing.T
	admin, organization  string
	project, environment string
}

// newPayroll creates and deploys the environment with further settings, such as mappings.
func newPayroll(t *testing.T, database apptest.Database, settings object) *payroll {
	t.Helper()
	f := &payroll{Platform: apptest.Start(t, database), t: t}
	f.admin = f.AdminToken()
	f.organization = f.Me(f.admin).Organization.ID
	f.project = f.NewProject(f.admin, "Payroll")
	f.environment = f.newEnvironment(f.admin, f.project, settings)
	f.Deploy(f.organization, f.environment, salaryFiles("duckdb"))
	return f
}

func (f *payroll) newEnvironment(token, project string, settings object) string {
	f.t.Helper()
	body := object{"project": project, "name": "Production"}
	maps.Copy(body, settings)
	return f.Post(token, environmentsPath, body).Want(http.StatusCreated).Field("id")
}

// salaryFiles returns the project of the victim. The amounts are sums, so that no message about its SQL contains them.
func salaryFiles(kind string) map[string][]byte {
	return map[string][]byte{
		"data.yml":      []byte("defaultStorageMapping: PAY\nfileVersion: 3\nplatformKind: " + kind + "\n"),
		"locations.yml": []byte("defaultStorageMapping: PAY\nfileVersion: 1\nlocations:\n  - PAY\n"),
		"nodes/PAY-SALARY.sql": []byte("@id(\"" + salaryNode + "\")\n@nodeType(\"Stage\")\n" +
			"SELECT cast(v.id + 7310462 AS integer) AS amount FROM (VALUES (1), (2), (3)) AS v(id)\n"),
	}
}

// person creates a user with a role in a project, or in none.
func (f *payroll) person(email, organizationRole, project, role string) apptest.Person {
	f.t.Helper()
	person := f.NewPerson(f.admin, email, organizationRole)
	if role != "" {
		f.Put(f.admin, "/api/v2/userRoles/"+person.ID+"/projects/"+project, object{"projectRole": role}).Want(http.StatusOK)
	}
	return person
}

// workspace returns the path of the first workspace of a project.
func (f *payroll) workspace(token, project string) string {
	f.t.Helper()
	var list struct{ Data []struct{ ID string } }
	f.Get(token, workspacesPath+"?project="+project).Want(http.StatusOK).JSON(&list)
	if len(list.Data) == 0 {
		f.t.Fatal("the project has no workspace")
	}
	return workspacesPath + "/" + list.Data[0].ID
}

// wantNoAmount fails the test if a response contains data of the victim.
func (f *payroll) wantNoAmount(what string, response apptest.Response) {
	f.t.Helper()
	if strings.Contains(string(response.Body), amount) {
		f.t.Errorf("%s shows the salaries: %d %s", what, response.Status, response.Body)
	}
}

// wantRows checks that the table of the victim still has its rows: a plan without the node says how many it would destroy.
func (f *payroll) wantRows() {
	f.t.Helper()
	empty := f.Post(f.admin, workspacesPath, object{"project": f.project, "name": "empty"}).Want(http.StatusCreated).Field("id")
	f.Put(f.admin, workspacesPath+"/"+empty+"/locations", object{"locations": []string{"PAY"}, "defaultStorageLocation": "PAY"}).Want(http.StatusOK)
	var plan struct {
		PhasedNodeEdits map[string]map[string]struct{ Destructive []struct{ Rows *int64 } }
	}
	f.Post(f.admin, environmentsPath+"/"+f.environment+"/plans", object{"workspaceID": empty}).Want(http.StatusCreated).JSON(&plan)
	for _, edits := range plan.PhasedNodeEdits {
		if lost := edits[salaryNode].Destructive; len(lost) > 0 && lost[0].Rows != nil && *lost[0].Rows == 3 {
			return
		}
	}
	f.t.Errorf("the table of the environment has other rows: %+v", plan)
}

// end waits until a run has ended and returns what the platform says about it.
func (f *payroll) end(started apptest.Response) string {
	f.t.Helper()
	var run struct{ RunCounter int64 }
	started.Want(http.StatusOK).JSON(&run)
	path := "/api/v1/runs/" + strconv.FormatInt(run.RunCounter, 10)
	for {
		info := f.Get(f.admin, path).Want(http.StatusOK)
		if status := info.Field("runStatus"); status != "waitingToRun" && status != "running" {
			return string(info.Body) + string(f.Get(f.admin, path+"/results").Want(http.StatusOK).Body)
		}
	}
}

// start starts a run of an environment or workspace.
func (f *payroll) start(token, target string) apptest.Response {
	f.t.Helper()
	return f.Post(token, "/scheduler/startRun", object{"runDetails": object{"environmentID": target}})
}

// newConnection creates a connection to a PostgreSQL database.
func (f *payroll) newConnection(databaseURL string) string {
	f.t.Helper()
	parsed, err := url.Parse(databaseURL)
	if err != nil {
		f.t.Fatal("the database's URL does not parse")
	}
	port, err := strconv.Atoi(parsed.Port())
	if err != nil {
		f.t.Fatal(err)
	}
	password, _ := parsed.User.Password()
	body := object{"name": "Warehouse", "platformKind": "postgres", "settings": object{
		"host": parsed.Hostname(), "port": port, "database": strings.TrimPrefix(parsed.Path, "/"), "user": parsed.User.Username(), "sslmode": "disable",
	}}
	if password != "" {
		body["secret"] = object{"password": password}
	}
	return f.Post(f.admin, connectionsPath, body).Want(http.StatusCreated).Field("id")
}

// execute runs statements in a PostgreSQL database.
func execute(t *testing.T, databaseURL string, statements ...string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context()) // it may be called when the test ends
	connection, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close(ctx) //nolint:errcheck // nothing is lost
	for _, statement := range statements {
		if _, err := connection.Exec(ctx, statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}
