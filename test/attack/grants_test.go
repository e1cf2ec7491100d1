package attack_test

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
)

// A contributor with no role in a project reads its production table through a preview in a project of their own.
func TestPreviewOfAnotherProjectsTable(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newPayroll(t, database, nil)
		mallory := f.person("mallory@example.com", "contributor", "", "")
		mine := f.workspace(mallory.Token, f.NewProject(mallory.Token, "Mine"))
		for name, sql := range map[string]string{
			"a qualified name":   `SELECT s.amount FROM millrace."PAY"."SALARY" AS s`,
			"a name in a text":   `SELECT s.* FROM query_table('millrace.PAY.SALARY') AS s`,
			"a query in a text":  `SELECT s.* FROM query('SELECT s.amount FROM millrace."PAY"."SALARY" AS s') AS s`,
			"the file's content": fmt.Sprintf(`SELECT s.content FROM read_blob('environments/%s-%s.duckdb') AS s`, f.organization, f.environment),
			"all files":          `SELECT s.filename FROM read_blob('**') AS s WHERE s.filename LIKE '%environments%'`,
			"the names of files": `SELECT s.file FROM glob('**') AS s WHERE s.file LIKE '%environments%'`,
		} {
			node := f.Post(mallory.Token, mine+"/nodes", object{"nodeType": "View", "sql": sql}).Want(http.StatusCreated).Field("id")
			shown := f.Get(mallory.Token, mine+"/nodes/"+node+"/data")
			f.wantNoAmount(name, shown)
			if shown.Status == http.StatusOK && !strings.Contains(string(shown.Body), `"rows":[]`) {
				t.Errorf("%s shows a database file: %s", name, shown.Body)
			}
		}
		source := f.Post(mallory.Token, mine+"/nodes", object{"nodeType": "Source", "name": "SALARY"}).Want(http.StatusCreated)
		location := source.Field("locationName")
		for _, mapping := range []object{
			{"database": "", "schema": "PAY"},
			{"database": "millrace", "schema": "PAY"},
			{"database": "environments/" + f.organization + "-" + f.environment, "schema": "PAY"},
			{"database": "../environments/" + f.organization + "-" + f.environment, "schema": "PAY"},
		} {
			f.Patch(mallory.Token, mine, object{"mappings": object{location: mapping}})
			f.wantNoAmount(fmt.Sprint(mapping), f.Get(mallory.Token, mine+"/nodes/"+source.Field("id")+"/data"))
		}
	})
}

// The same with a database that the mappings of the environment name: a stranger can neither map it nor learn who does.
func TestMappingToAnotherProjectsDatabase(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newPayroll(t, database, object{"mappings": object{"PAY": object{"database": "ledger", "schema": "PAY"}}})
		mallory := f.person("mallory@example.com", "contributor", "", "")
		project := f.NewProject(mallory.Token, "Mine")
		mine := f.workspace(mallory.Token, project)
		for _, mapping := range []object{
			{"database": "ledger", "schema": "PAY"},
			{"database": "LEDGER", "schema": "pay"},
			{"database": "ledger", "schema": "PAY", "readOnly": true},
			{"database": "ledger", "schema": ""},
			{"database": "ledger", "schema": "another"}, // SQL would reach all schemas of the database
			{"database": "ledger", "schema": "another", "readOnly": true},
		} {
			body := object{"mappings": object{"PAY": mapping}}
			for name, answer := range map[string]apptest.Response{
				"a workspace": f.Patch(mallory.Token, mine, body),
				"an environment": f.Post(mallory.Token, environmentsPath, object{
					"project": project, "name": "Mine", "mappings": body["mappings"],
				}),
			} {
				text := string(answer.Body)
				if answer.Status != http.StatusConflict || strings.Contains(text, "Production") || !strings.Contains(text, "confirmSharedMappings") {
					t.Errorf("%s with %v: %d %s", name, mapping, answer.Status, text)
				}
			}
			body["confirmSharedMappings"] = true
			f.Patch(mallory.Token, mine, body).Want(http.StatusForbidden)
		}
		node := f.Post(mallory.Token, mine+"/nodes", object{"nodeType": "View", "sql": `SELECT s.amount FROM ledger."PAY"."SALARY" AS s`}).
			Want(http.StatusCreated).Field("id")
		f.wantNoAmount("an unmapped database", f.Get(mallory.Token, mine+"/nodes/"+node+"/data"))
		f.wantRows()
	})
}

// The data of a project stays in a database after its environment was deleted. A stranger cannot map the database then.
func TestMappingToADatabaseOfADeletedEnvironment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newPayroll(t, database, object{"mappings": object{"PAY": object{"database": "ledger", "schema": "PAY"}}})
		f.Delete(f.admin, environmentsPath+"/"+f.environment).Want(http.StatusNoContent)
		mallory := f.person("mallory@example.com", "contributor", "", "")
		mine := f.workspace(mallory.Token, f.NewProject(mallory.Token, "Mine"))
		onto := object{"mappings": object{"PAY": object{"database": "Ledger", "schema": "mine"}}}
		answer := f.Patch(mallory.Token, mine, onto).Want(http.StatusConflict)
		if !strings.Contains(string(answer.Body), "has data of another project") {
			t.Errorf("the answer is %s", answer.Body)
		}
		// The project itself can use its data again, and an organization administrator can give it away.
		f.newEnvironment(f.admin, f.project, object{"mappings": object{"PAY": object{"database": "ledger", "schema": "PAY"}}})
		onto["confirmSharedMappings"] = true
		f.Patch(mallory.Token, mine, onto).Want(http.StatusForbidden)
		f.Patch(f.admin, mine, onto).Want(http.StatusOK)
	})
}

// A contributor's development run empties an environment's table when nothing is mapped.
func TestDevelopmentRunEmptiesTableOfEnvironment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newPayroll(t, database, nil)
		carl := f.person("carl@example.com", "member", f.project, "contributor")
		mine := f.workspace(carl.Token, f.project)
		f.Put(carl.Token, mine+"/locations", object{"locations": []string{"PAY"}, "defaultStorageLocation": "PAY"}).Want(http.StatusOK)
		f.Put(carl.Token, mine+"/nodeTypes/99", object{
			"name": "Sweep", "spec": "short: SWP\n",
			"create": "{{ stage('Create') }}\nCREATE TABLE IF NOT EXISTS {{ this }} (amount integer)\n",
			"run":    "{{ stage('Sweep') }}\nDELETE FROM millrace.\"PAY\".\"SALARY\"\n",
		}).Want(http.StatusOK)
		for _, node := range []object{
			{"nodeType": "99", "name": "SWEEP", "locationName": "PAY"},
			{"nodeType": "Stage", "name": "SALARY", "locationName": "PAY", "sql": "@nodeType(\"Stage\")\nSELECT 1 AS amount WHERE false"},
			{"nodeType": "Source", "name": "OTHER", "locationName": "PAY"}, // a source keeps the schema of its location
		} {
			f.Post(carl.Token, mine+"/nodes", node).Want(http.StatusCreated)
		}
		started := f.start(carl.Token, strings.TrimPrefix(mine, workspacesPath+"/"))
		if started.Status == http.StatusOK {
			f.end(started)
		}
		f.wantRows()
	})
}

// An environment's administrator maps it onto another environment's tables.
func TestEnvironmentMappedOntoAnotherEnvironment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newPayroll(t, database, object{"mappings": object{"PAY": object{"database": "ledger", "schema": "PAY"}}})
		warehouse := f.newConnection(pgtest.Database(t))
		project := f.NewProject(f.admin, "Other")
		other := f.newEnvironment(f.admin, project, nil)
		eve := f.NewPerson(f.admin, "eve@example.com", "member")
		f.Put(f.admin, "/api/v2/userRoles/"+eve.ID+"/environments/"+other, object{"environmentRole": "administrator"}).Want(http.StatusOK)
		path := environmentsPath + "/" + other
		onto := object{"PAY": object{"database": "ledger", "schema": "PAY"}}
		if answer := f.Patch(eve.Token, path, object{"mappings": onto}).Want(http.StatusConflict); strings.Contains(string(answer.Body), "Production") {
			t.Errorf("the answer names what eve cannot see: %s", answer.Body)
		}
		f.Patch(eve.Token, path, object{"mappings": onto, "confirmSharedMappings": true}).Want(http.StatusForbidden)
		f.Patch(eve.Token, path, object{"currentMappings": onto}).Want(http.StatusConflict)
		f.Patch(eve.Token, path, object{"connection": warehouse}).Want(http.StatusForbidden)
		f.Patch(eve.Token, path, object{"connectionUser": "postgres"}).Want(http.StatusForbidden)

		// The default database is the environment's own.
		f.Patch(eve.Token, path, object{"mappings": object{"PAY": object{"database": "millrace", "schema": "PAY"}}}).Want(http.StatusOK)
		f.wantRows()

		// An organization administrator may confirm it, and then sees who else is there.
		answer := f.Patch(f.admin, path, object{"mappings": onto}).Want(http.StatusConflict)
		if !strings.Contains(string(answer.Body), "environment "+f.environment+" (Production)") {
			t.Errorf("the answer to an administrator is %s", answer.Body)
		}
		f.Patch(f.admin, path, object{"mappings": onto, "confirmSharedMappings": true}).Want(http.StatusOK)
	})
}

// A project uses a connection that was not granted to it, and goes on after the grant was taken away.
func TestConnectionWithoutGrant(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newPayroll(t, database, nil)
		warehouse := f.newConnection(pgtest.Database(t))
		mallory := f.person("mallory@example.com", "contributor", "", "")
		project := f.NewProject(mallory.Token, "Mine")
		mine := f.workspace(mallory.Token, project)
		f.Get(mallory.Token, connectionsPath+"/"+warehouse).Want(http.StatusNotFound)
		for name, answer := range map[string]apptest.Response{
			"a workspace":      f.Patch(mallory.Token, mine, object{"connection": warehouse}),
			"a new workspace":  f.Post(mallory.Token, workspacesPath, object{"project": project, "name": "w", "connection": warehouse}),
			"an environment":   f.Post(mallory.Token, environmentsPath, object{"project": project, "name": "e", "connection": warehouse}),
			"her connections":  f.Patch(mallory.Token, connectionsPath+"/"+warehouse, object{"allProjects": true}),
			"her connections'": f.Patch(mallory.Token, connectionsPath+"/"+warehouse, object{"projects": []string{project}}),
		} {
			if answer.Status != http.StatusForbidden {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
			}
		}

		f.Patch(f.admin, connectionsPath+"/"+warehouse, object{"projects": []string{project}}).Want(http.StatusOK)
		environment := f.Post(mallory.Token, environmentsPath, object{"project": project, "name": "e", "connection": warehouse}).
			Want(http.StatusCreated).Field("id")
		f.Deploy(f.organization, environment, salaryFiles("postgres"))
		f.Patch(f.admin, connectionsPath+"/"+warehouse, object{"projects": []string{}}).Want(http.StatusOK)
		if said := f.end(f.start(mallory.Token, environment)); !strings.Contains(said, `"failed"`) || !strings.Contains(said, "may not use connection") {
			t.Errorf("the run says %s", said)
		}
		f.Post(mallory.Token, environmentsPath+"/"+environment+"/plans",
			object{"workspaceID": strings.TrimPrefix(mine, workspacesPath+"/"), "allowOtherPlatform": true}).
			Want(http.StatusForbidden)
	})
}

// An environment with its own PostgreSQL user reads the schema of another environment.
func TestEnvironmentUserReadsAnotherSchema(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		warehouseURL := pgtest.Database(t)
		role := "mr_" + strings.ToLower(rand.Text())
		execute(t, warehouseURL,
			`CREATE ROLE `+role+` LOGIN PASSWORD 'only mine'`, `CREATE SCHEMA own AUTHORIZATION `+role)
		t.Cleanup(func() { execute(t, warehouseURL, `DROP OWNED BY `+role, `DROP ROLE `+role) })
		f := newPayroll(t, database, nil)
		warehouse := f.newConnection(warehouseURL)
		victim := f.newEnvironment(f.admin, f.project, object{"connection": warehouse})
		f.Deploy(f.organization, victim, salaryFiles("postgres"))
		execute(t, warehouseURL, `GRANT USAGE ON SCHEMA _millrace TO `+role, `GRANT SELECT, INSERT, UPDATE, DELETE ON _millrace.published TO `+role)

		project := f.NewProject(f.admin, "Other")
		other := f.newEnvironment(f.admin, project, object{
			"connection": warehouse, "connectionUser": role, "connectionSecret": object{"password": "only mine"},
			"mappings": object{"OUT": object{"database": "", "schema": "own"}},
		})
		shown := f.Get(f.admin, environmentsPath+"/"+other).Want(http.StatusOK)
		if shown.Field("connectionUser") != role || strings.Contains(string(shown.Body), "only mine") {
			t.Errorf("the environment is %s", shown.Body)
		}
		files := map[string][]byte{
			"data.yml":      []byte("defaultStorageMapping: OUT\nfileVersion: 3\nplatformKind: postgres\n"),
			"locations.yml": []byte("defaultStorageMapping: OUT\nfileVersion: 1\nlocations:\n  - OUT\n"),
			"nodes/OUT-STOLEN.sql": []byte("@id(\"" + "5a1a0000-0000-4000-8000-000000000002" + "\")\n@nodeType(\"Stage\")\n" +
				"SELECT {% if parameters.steal %}s.amount FROM \"PAY\".\"SALARY\" AS s{% else %}cast(1 AS integer) AS amount{% endif %}\n"),
		}
		f.Deploy(f.organization, other, files)
		started := f.Post(f.admin, "/scheduler/startRun", object{
			"runDetails": object{"environmentID": other}, "parameters": object{"steal": true},
		})
		if said := f.end(started); !strings.Contains(said, "permission denied for schema PAY") || strings.Contains(said, amount) {
			t.Errorf("the run says %s", said)
		}
		if said := f.end(f.start(f.admin, other)); !strings.Contains(said, `"runStatus":"completed"`) {
			t.Errorf("its own run says %s", said)
		}
	})
}
