package workspace_test

import (
	"context"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

func TestNewWorkspaceIsEmptyProject(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	files, err := f.Files(t.Context(), f.actor.Organization, f.id)
	must(t, err)
	if len(files) != 2 || !strings.Contains(string(files["data.yml"]), "platformKind: duckdb") || !strings.Contains(string(files["locations.yml"]), "WORK") {
		t.Errorf("the files are %q", files)
	}
	if found := f.view().Compilation.Diagnostics; len(found) > 0 {
		t.Errorf("the compiler says %v", found)
	}
}

// head is a repository with one branch.
type head map[string][]byte

func (h head) Head(_ context.Context, _ ids.Organization, _ ids.Project, branch string) (map[string][]byte, workspace.Base, error) {
	if branch != project.DefaultBranch {
		return nil, workspace.Base{}, nil
	}
	return h, workspace.Base{Branch: branch, Commit: "c0ffee"}, nil
}

func TestWorkspaceStartsWithHeadOfBranch(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	service := workspace.NewService(workspace.Options{
		Store: f.db.WorkspaceFiles(), Workspaces: f.db.Workspaces(), Projects: f.db.Projects(), Connections: f.db.Connections(),
		Heads: head{"data.yml": []byte("fileVersion: 3\n"), "locations.yml": []byte("fileVersion: 1\nlocations:\n  - MART\n")},
	})
	revision, err := service.CurrentRevision(t.Context(), f.actor.Organization, f.id)
	must(t, err)
	if revision.Workspace.BaseCommit != "c0ffee" || len(revision.Compilation.Project.Locations) != 1 || revision.Compilation.Project.Locations[0] != "MART" {
		t.Errorf("the workspace is %+v with %v", revision.Workspace, revision.Compilation.Project.Locations)
	}
}

// Two servers edit one workspace. Each sees the edits of the other.
func TestServersSeeEachOthersEdits(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	other := f.newService()
	first := f.newStage("ONE")
	second, err := other.CreateNode(t.Context(), f.actor, f.id, workspace.NewNode{Type: "Stage", Name: "TWO", Predecessors: []transform.NodeID{first.ID}})
	must(t, err)
	if len(f.view().Compilation.Nodes()) != 2 {
		t.Error("the first server does not see the second node")
	}
	must(t, f.DeleteNode(t.Context(), f.actor, f.id, first.ID, nil))
	_, err = other.Node(t.Context(), f.actor.Organization, f.id, first.ID)
	if !fault.Is(err, fault.NotFound) {
		t.Errorf("the second server still has the node that was deleted: %v", err)
	}
	_, err = other.RenameNode(t.Context(), f.actor, f.id, second.ID, workspace.Rename{Name: "THREE"})
	must(t, err)
	if n, err := f.Node(t.Context(), f.actor.Organization, f.id, second.ID); err != nil || n.Name != "THREE" {
		t.Errorf("the first server has %v, %v", n, err)
	}
}

// Deleting a node leaves the references to it; validation reports them.
func TestReferenceToDeletedNodeIsReported(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.newStage("ONE")
	second := f.newStage("TWO", first.ID)
	must(t, f.DeleteNode(t.Context(), f.actor, f.id, first.ID, nil))
	for _, d := range f.view().Compilation.Diagnostics {
		if d.Node == second.Ref().String() && strings.Contains(d.Message, "ONE") {
			return
		}
	}
	t.Errorf("no diagnostic reports that ONE is missing: %v", f.view().Compilation.Diagnostics)
}

// An edit of a node keeps the keys and comments of its file that the compiler does not know.
func TestEditKeepsUnknownKeysAndComments(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	n := f.newStage("ONE")
	f.put(map[string][]byte{n.File: []byte(f.file(n.File) + "unknownKey: value # and a comment\n")})
	draft := *n.Node.Node
	draft.Description = "changed"
	_, err := f.SetNode(t.Context(), f.actor, f.id, n.ID, workspace.NodeDraft{Node: draft})
	must(t, err)
	if text := f.file(n.File); !strings.Contains(text, "unknownKey: value # and a comment") || !strings.Contains(text, "description: changed") {
		t.Errorf("the file is\n%s", text)
	}
}

// CreateNode rejects more predecessors than the limit.
func TestTooManyPredecessors(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, err := f.CreateNode(t.Context(), f.actor, f.id, workspace.NewNode{Type: "Stage", Predecessors: make([]transform.NodeID, 101)})
	if !fault.Is(err, fault.Invalid) {
		t.Errorf("got %v", err)
	}
}

// A node without an id in its file is identified by its path. A rename writes the id into the file.
func TestRenameWritesIDOfNodeWithoutID(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.view()
	f.put(map[string][]byte{
		"nodes/WORK-OLD.yml":  []byte("name: OLD\noperation:\n  type: sql\n  sqlType: Stage\n  locationName: WORK\n"),
		"nodes/WORK-TEXT.sql": []byte("@nodeType(\"Stage\")\nSELECT 1 AS x\n"),
	})
	for _, id := range []transform.NodeID{"nodes/WORK-OLD.yml", "nodes/WORK-TEXT.sql"} {
		n, err := f.RenameNode(t.Context(), f.actor, f.id, id, workspace.Rename{Name: "NEW_" + string(id[len("nodes/WORK-"):len(id)-4])})
		must(t, err)
		if n.ID != id || !strings.HasPrefix(n.Name, "NEW_") {
			t.Errorf("%s became %s with the id %s", id, n.Name, n.ID)
		}
	}
}

func TestSQLNodeTypeCanChange(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	text := "SELECT 1 AS x"
	n, err := f.CreateNode(t.Context(), f.actor, f.id, workspace.NewNode{Type: "StageSQL", SQL: &text})
	must(t, err)
	draft := *n.Node.Node
	draft.Type = "View"
	after, err := f.SetNode(t.Context(), f.actor, f.id, n.ID, workspace.NodeDraft{Node: draft, SQL: &n.SQL.Text})
	must(t, err)
	if after.Node.Node.Type != "View" {
		t.Errorf("the type is %s", after.Node.Node.Type)
	}
	other := "@id(\"another\")\nSELECT 1 AS x"
	_, err = f.SetNode(t.Context(), f.actor, f.id, n.ID, workspace.NodeDraft{Node: draft, SQL: &other})
	if !fault.Is(err, fault.Invalid) {
		t.Errorf("a text of another node: %v", err)
	}
	yaml := f.newStage("YAML")
	wrong := *yaml.Node.Node
	wrong.Type = "Frog"
	_, err = f.SetNode(t.Context(), f.actor, f.id, yaml.ID, workspace.NodeDraft{Node: wrong})
	if !fault.Is(err, fault.Invalid) {
		t.Errorf("an unknown type: %v", err)
	}
}
