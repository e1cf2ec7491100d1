package deploy_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/transform"
)

var update = flag.Bool("update", false, "rewrite the golden files") //nolint:gochecknoglobals // a flag of the test program

// scenarioStep is one deploy of a scenario.
type scenarioStep struct {
	title string
	// edit changes the project, before changes the database manually, check checks the result.
	edit   func(p *project)
	before func(s *fixture)
	check  func(s *fixture)
}

// runScenario deploys the steps in order, and compares all plans with the golden file of the scenario.
func runScenario(t *testing.T, name string, scenarioSteps ...scenarioStep) {
	t.Helper()
	onEngines(t, scenarioOf(name, scenarioSteps))
}

// runScenarioOnLakes does the same on all engines.
func runScenarioOnLakes(t *testing.T, name string, scenarioSteps ...scenarioStep) {
	t.Helper()
	onEnginesAndLakes(t, scenarioOf(name, scenarioSteps))
}

func scenarioOf(name string, scenarioSteps []scenarioStep) func(t *testing.T, s *fixture) {
	return func(t *testing.T, s *fixture) {
		t.Helper()
		p := newProject()
		var output strings.Builder
		for _, c := range scenarioSteps {
			if c.before != nil {
				c.before(s)
			}
			if c.edit != nil {
				c.edit(p)
			}
			fmt.Fprintf(&output, "=== %s\n\n%s\n", c.title, printed(s.deploy(p)))
			if c.check != nil {
				c.check(s)
			}
			if t.Failed() {
				t.Fatalf("after %q", c.title)
			}
		}
		compareGolden(t, filepath.Join("testdata", name+"."+s.kind+".txt"), output.String())
	}
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; write it with -update", err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

func ref(location, name string) transform.NodeRef {
	return transform.NodeRef{Location: location, Name: name}
}

// fill creates the table of a source and inserts rows.
func fill(table, definition string, rows ...string) func(*fixture) {
	return func(s *fixture) {
		s.t.Helper()
		s.exec("CREATE TABLE " + s.name(src, table) + " (" + definition + ")")
		for _, row := range rows {
			s.exec("INSERT INTO " + s.name(src, table) + " VALUES (" + row + ")")
		}
	}
}
