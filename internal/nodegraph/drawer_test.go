package nodegraph_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/nodegraph"
)

// chain returns a project of nodes N0, N1, … that each read the one before.
func chain(t *testing.T, nodes int, extra ...string) *nodegraph.Project {
	t.Helper()
	files := fstest.MapFS{
		"data.yml":      {Data: []byte("defaultStorageMapping: B\nfileVersion: 3\nplatformKind: duckdb\n")},
		"locations.yml": {Data: []byte("defaultStorageMapping: B\nfileVersion: 1\nlocations:\n  - B\n  - A\n")},
	}
	for i := range nodes {
		query := "SELECT 1 AS id"
		if i > 0 {
			query = fmt.Sprintf("SELECT p.id FROM {{ ref('A', 'N%d') }} AS p", i-1)
		}
		files[fmt.Sprintf("nodes/A-N%d.sql", i)] = sqlNode(i, query)
	}
	for i, query := range extra {
		files[fmt.Sprintf("nodes/B-X%d.sql", i)] = sqlNode(nodes+i, query)
	}
	return nodegraph.OfCompilation(compiler.Compile(files, compiler.Options{}))
}

func sqlNode(number int, query string) *fstest.MapFile {
	return &fstest.MapFile{Data: fmt.Appendf(nil, "@id(\"7d0c0a0e-0000-4000-8000-%012d\")\n@nodeType(\"Stage\")\n%s\n", number, query)}
}

func TestLayoutIsCachedByDigest(t *testing.T) {
	t.Parallel()
	drawer := nodegraph.NewDrawer()
	draw := func(p *nodegraph.Project, r nodegraph.DrawRequest) nodegraph.Drawing {
		t.Helper()
		d, err := drawer.Draw(t.Context(), p, r)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	first := draw(chain(t, 4), nodegraph.DrawRequest{})
	again := draw(chain(t, 4), nodegraph.DrawRequest{})
	if first.Layout != again.Layout || first.Digest != again.Digest {
		t.Error("the same graph was drawn twice")
	}
	longer := draw(chain(t, 5), nodegraph.DrawRequest{})
	if longer.Digest == first.Digest || len(longer.Layout.Nodes) != 5 {
		t.Errorf("a longer chain has %d nodes", len(longer.Layout.Nodes))
	}
	part := draw(chain(t, 5), nodegraph.DrawRequest{Selectors: nodegraph.Selectors{Exclude: "{ N4 }"}})
	if part.Layout != first.Layout {
		t.Error("a part that equals another graph was drawn again")
	}
}

func TestInvalidSelectorIsReported(t *testing.T) {
	t.Parallel()
	drawer := nodegraph.NewDrawer()
	drawn, err := drawer.Draw(t.Context(), chain(t, 3), nodegraph.DrawRequest{Selectors: nodegraph.Selectors{Include: "{"}})
	if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "column 2") {
		t.Errorf("an invalid selector returns %v, %v", drawn, err)
	}
}

// Locations have the order of the project, and those that no file lists come last.
func TestLocationsAreCountedInOrder(t *testing.T) {
	t.Parallel()
	p := chain(t, 2, "SELECT p.id FROM {{ ref('A', 'N1') }} AS p")
	if got := fmt.Sprint(p.CountLocations(p.Nodes())); got != "[{B 1} {A 2}]" {
		t.Errorf("the locations are %s", got)
	}
	found := p.Match(nodegraph.Selectors{Include: "{ X0 } OR { N0 }", Exclude: "{ N0 }"})
	if len(found.Nodes) != 1 || found.Nodes[0].Name != "X0" {
		t.Errorf("the match is %+v", found)
	}
}
