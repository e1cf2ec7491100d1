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

var update = flag.Bool("update", false, "write the golden files anew") //nolint:gochecknoglobals // a flag of the test program

// chapter is one deploy of a story.
type chapter struct {
	title string
	// edit changes the project, before is for what somebody does to the warehouse by hand, check looks at what came of it.
	edit   func(p *project)
	before func(s *site)
	check  func(s *site)
}

// tell deploys one chapter after the other, and compares all the plans with the golden file of the story.
func tell(t *testing.T, name string, chapters ...chapter) {
	t.Helper()
	onEngines(t, func(t *testing.T, s *site) {
		t.Helper()
		p := newProject()
		var told strings.Builder
		for _, c := range chapters {
			if c.before != nil {
				c.before(s)
			}
			if c.edit != nil {
				c.edit(p)
			}
			fmt.Fprintf(&told, "=== %s\n\n%s\n", c.title, printed(s.deploy(p)))
			if c.check != nil {
				c.check(s)
			}
			if t.Failed() {
				t.Fatalf("after %q", c.title)
			}
		}
		compareGolden(t, filepath.Join("testdata", name+"."+s.kind+".txt"), told.String())
	})
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

// fill makes the table of a source and fills it.
func fill(table, definition string, rows ...string) func(*site) {
	return func(s *site) {
		s.t.Helper()
		s.exec("CREATE TABLE " + s.name(src, table) + " (" + definition + ")")
		for _, row := range rows {
			s.exec("INSERT INTO " + s.name(src, table) + " VALUES (" + row + ")")
		}
	}
}
