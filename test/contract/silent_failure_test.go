package contract_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

const loadNode = "7d0c0a0e-0000-4000-8000-000000000011"

// customTypeFiles is a project with one node of a custom type, whose run template is given.
func customTypeFiles(runTemplate string) map[string][]byte {
	files := map[string]string{
		"data.yml":      "defaultStorageMapping: MILL\nfileVersion: 3\nplatformKind: duckdb\n",
		"locations.yml": "defaultStorageMapping: MILL\nfileVersion: 1\nlocations:\n  - MILL\n",
		"nodeTypes/Load-Load/definition.yml": "fileVersion: 2\nid: Load\nname: Load\ntype: NodeType\nisDisabled: false\nmetadata:\n" +
			"  nodeMetadataSpec: |-\n    capitalized: Load\n    short: LOAD\n    plural: Loads\n    tagColor: blue\n",
		"nodeTypes/Load-Load/create.sql.j2": "{{ stage('create') }} CREATE TABLE {{ this }} (n integer)",
		"nodeTypes/Load-Load/run.sql.j2":    runTemplate,
		"nodes/MILL-LOADED.sql":             "@id(\"" + loadNode + "\")\n@nodeType(\"Load\")\nSELECT cast(1 AS integer) AS n\n",
	}
	raw := make(map[string][]byte, len(files))
	for path, content := range files {
		raw[path] = []byte(content)
	}
	return raw
}

// newCustomTypeFixture is a platform with this project deployed.
func newCustomTypeFixture(t *testing.T, database apptest.Database, runTemplate string) *deployedFixture {
	t.Helper()
	m := &deployedFixture{Platform: start(t, database), t: t}
	m.token = m.AdminToken()
	m.organization = m.Me(m.token).Organization.ID
	m.home = m.NewProject(m.token, "Mill")
	m.environment = m.NewEnvironment(m.token, m.home, "Production")
	m.Deploy(m.organization, m.environment, customTypeFiles(runTemplate))
	return m
}

// A load that fails fails its node and its run, although its template lets stages continue on failure.
func TestFailedLoadFailsTheRun(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newCustomTypeFixture(t, database,
			"{{ stage('load') }} INSERT INTO {{ this }} SELECT {{ parameters.value | default(1) }}\n{{ stage('more', true) }} INSERT INTO {{ this }} SELECT 2")
		run := m.startRun(nil, object{"value": "'not a number'"})
		m.await(run, "failed")
		m.results(run)["LOADED"].wantFailed(t, "not a number")
		if reason, _ := m.info(run)["runFailureReason"].(string); !strings.Contains(reason, "MILL.LOADED") {
			t.Errorf("the reason of the run is %q", reason)
		}
		m.await(m.startRun(nil, object{"value": 3}), "completed")
	})
}
