package deploy_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/transform"
)

// counting counts which snapshots are compiled.
type counting struct {
	*snapshot.Compiler

	asked map[string]int
}

func (c counting) Compile(ctx context.Context, organization ids.Organization, snapshot string, place snapshot.CompileTarget) (*compiler.Compilation, error) {
	c.asked[snapshot]++
	return c.Compiler.Compile(ctx, organization, snapshot, place)
}

// snapshots keeps files by the name of their snapshot.
type snapshots map[string][]byte

func (s snapshots) Put(_ context.Context, _ ids.Organization, id string, files []byte) error {
	s[id] = files
	return nil
}

func (s snapshots) Get(_ context.Context, _ ids.Organization, id string) ([]byte, error) {
	if files, ok := s[id]; ok {
		return files, nil
	}
	return nil, fault.New(fault.NotFound, "no snapshot %s", id)
}

// pastDeploys is many nodes, each deployed from a snapshot of its own, and the snapshot that has all but the last of them.
func pastDeploys(t *testing.T, many int) (counting, map[transform.NodeID]difference.State, string) {
	t.Helper()
	projects := counting{snapshot.NewCompiler(snapshots{}), map[string]int{}}
	files := map[string][]byte{"data.yml": []byte("fileVersion: 3\nplatformKind: duckdb\n")}
	states, last := map[transform.NodeID]difference.State{}, ""
	for i := range many {
		id := transform.NodeID(fmt.Sprintf("N%d", i))
		files[fmt.Sprintf("nodes/OUT-%s.sql", id)] = fmt.Appendf(nil, "@id(%q)\n@nodeType(\"ViewSQL\")\nSELECT 1 AS A\n", id)
		snapshot, err := snapshot.PackFiles(files)
		if err != nil {
			t.Fatal(err)
		}
		if err := projects.Save(t.Context(), "acme", snapshot); err != nil {
			t.Fatal(err)
		}
		states[id] = difference.State{ID: id, Snapshot: snapshot.ID}
		last = snapshot.ID
	}
	return projects, states, last
}

// After a good deployment its snapshot has every node, and it alone is compiled, once.
func TestOneSnapshotIsEnough(t *testing.T) {
	t.Parallel()
	projects, states, last := pastDeploys(t, 10)
	past := deploy.PastOf(t.Context(), projects, project.Environment{Organization: "acme", Snapshot: last, Status: project.Waiting}, states)
	for id := range states {
		if _, n, ok := past.Node(id); !ok || n.ID != id {
			t.Errorf("%s is not found", id)
		}
		if past.Project(id) == nil {
			t.Errorf("who reads %s is not known", id)
		}
	}
	if len(projects.asked) != 1 || projects.asked[last] != 1 {
		t.Errorf("%d snapshots are compiled: %v", len(projects.asked), projects.asked)
	}
}

// After one that failed a node is looked up where it came from, each snapshot once; who reads it is worth a few of them.
func TestAfterAFailedDeployment(t *testing.T) {
	t.Parallel()
	projects, states, _ := pastDeploys(t, 10)
	first := states["N0"].Snapshot
	e := project.Environment{Organization: "acme", Snapshot: first, Status: project.FailedDeploy}
	past := deploy.PastOf(t.Context(), projects, e, states)
	known := 0
	for id := range states {
		if past.Project(id) != nil {
			known++
		}
	}
	if known != 5 || len(projects.asked) != 5 {
		t.Errorf("of %d nodes it is known who reads them, with %d snapshots", known, len(projects.asked))
	}
	for range 2 {
		for id := range states {
			if c, n, ok := past.Node(id); !ok || n.ID != id || c == nil {
				t.Errorf("%s is not found", id)
			}
		}
	}
	for snapshot, times := range projects.asked {
		if times != 1 {
			t.Errorf("snapshot %s is compiled %d times", snapshot, times)
		}
	}
	states["gone"] = difference.State{ID: "gone", Snapshot: "swept"}
	if _, _, ok := past.Node("gone"); ok || past.Project("gone") != nil {
		t.Error("a snapshot that is not there is found")
	}
}
