package nodetype_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

var update = flag.Bool("update", false, "write the golden files") //nolint:gochecknoglobals // a flag of the test program

// TestGolden compares the SQL of every type, engine and option that changes the SQL with reviewed files.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, platform := range engines {
		for name, tt := range goldenCases() {
			if !tt.isFor(platform) {
				continue
			}
			t.Run(platform+"/"+name, func(t *testing.T) {
				t.Parallel()
				bench := workbench{platform: platform, parameters: tt.parameters, nodes: readable()}
				var text strings.Builder
				for _, which := range []render.Template{render.Create, render.Run} {
					printStages(&text, which, bench.stages(t, tt.node(), which))
				}
				compareGolden(t, filepath.Join("testdata", "golden", platform, filepath.FromSlash(name)+".sql"), text.String())
			})
		}
	}
}

func printStages(text *strings.Builder, which render.Template, stages []render.Stage) {
	for _, stage := range stages {
		mark := ""
		if stage.ContinueOnFailure {
			mark = ", may fail"
		}
		fmt.Fprintf(text, "-- %s: %s (%s%s)\n%s;\n\n", which, stage.Name, stage.Type, mark, stage.SQL)
	}
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; write it with go test -run TestGolden -update", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// Every golden file must belong to a case.
func TestNoGoldenIsLeftOver(t *testing.T) {
	t.Parallel()
	known := goldenCases()
	for _, platform := range engines {
		root := filepath.Join("testdata", "golden", platform)
		err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			name, _ := filepath.Rel(root, strings.TrimSuffix(path, ".sql"))
			if c, ok := known[filepath.ToSlash(name)]; !ok || !c.isFor(platform) {
				t.Errorf("%s belongs to no case; remove it", path)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// readable returns the nodes that the nodes of the cases read.
func readable() []*transform.Node {
	of := func() []transform.Column {
		return columns("ID INTEGER", "NAME VARCHAR", "CITY VARCHAR", "AMOUNT DECIMAL(10,2)", "CHANGED TIMESTAMP")
	}
	return []*transform.Node{source("A", of()...), source("B", of()...)}
}
