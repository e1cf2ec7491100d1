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

func (c counting) Compile(ctx context.Context, organization ids.Organization, snapshot string, target snapshot.CompileTarget) (*compiler.Compilation, error) {
	c.asked[snapshot]++
	return c.Compiler.Compile(ctx, organization, snapshot, target)
}

// snapshots stores files by snapshot id.
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

// pastDeploys returns nodes that were each deployed from their own snapshot, and the last snapshot.
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

// After a completed deployment its snapshot contains every node, and only it is compiled, once.
func TestCompletedDeploymentCompilesOneSnapshot(t *testing.T) {
	t.Parallel()
	projects, states, last := pastDeploys(t, 10)
	past := deploy.PastOf(t.Context(), projects, project.Environment{Organization: "acme", Snapshot: last, Status: project.Waiting}, states)
	for id := range states {
		if _, n, ok := past.Node(id); !ok || n.ID != id {
			t.Errorf("%s is not found", id)
		}
		if past.Project(id) == nil {
			t.Errorf("the readers of %s are unknown", id)
		}
	}
	if len(projects.asked) != 1 || projects.asked[last] != 1 {
		t.Errorf("%d snapshots are compiled: %v", len(projects.asked), projects.asked)
	}
}

// After a failed deployment a node is read from its own snapshot, and each snapshot is compiled once. Readers are searched in
// a few snapshots only.
func TestFailedDeploymentCompilesSnapshotsOfNodes(t *testing.T) {
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
		t.Errorf("the readers of %d nodes are known, from %d snapshots", known, len(projects.asked))
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
		t.Error("a missing snapshot is found")
	}
}
