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

func TestANewWorkspaceIsAnEmptyProject(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	files, err := o.Files(t.Context(), o.actor.Organization, o.id)
	must(t, err)
	if len(files) != 2 || !strings.Contains(string(files["data.yml"]), "platformKind: duckdb") || !strings.Contains(string(files["locations.yml"]), "WORK") {
		t.Errorf("the files are %q", files)
	}
	if found := o.view().Compilation.Diagnostics; len(found) > 0 {
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

func TestAWorkspaceStartsWithTheHeadOfItsBranch(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	desk := workspace.NewDesk(workspace.Options{
		Store: o.db.WorkspaceFiles(), Workspaces: o.db.Workspaces(), Projects: o.db.Projects(), Connections: o.db.Connections(),
		Heads: head{"data.yml": []byte("fileVersion: 3\n"), "locations.yml": []byte("fileVersion: 1\nlocations:\n  - MILL\n")},
	})
	view, err := desk.View(t.Context(), o.actor.Organization, o.id)
	must(t, err)
	if view.Workspace.BaseCommit != "c0ffee" || len(view.Compilation.Project.Locations) != 1 || view.Compilation.Project.Locations[0] != "MILL" {
		t.Errorf("the workspace is %+v with %v", view.Workspace, view.Compilation.Project.Locations)
	}
}

// Two servers edit one workspace; each sees what the other has done, without being told.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	other := o.another()
	first := o.stage("ONE")
	second, err := other.CreateNode(t.Context(), o.actor, o.id, workspace.NewNode{Type: "Stage", Name: "TWO", Predecessors: []transform.NodeID{first.ID}})
	must(t, err)
	if len(o.view().Compilation.Nodes()) != 2 {
		t.Error("the first server does not see the second node")
	}
	must(t, o.DeleteNode(t.Context(), o.actor, o.id, first.ID, nil))
	_, err = other.Node(t.Context(), o.actor.Organization, o.id, first.ID)
	if !fault.Is(err, fault.NotFound) {
		t.Errorf("the second server still has the node that was deleted: %v", err)
	}
	_, err = other.RenameNode(t.Context(), o.actor, o.id, second.ID, workspace.Rename{Name: "THREE"})
	must(t, err)
	if n, err := o.Node(t.Context(), o.actor.Organization, o.id, second.ID); err != nil || n.Name != "THREE" {
		t.Errorf("the first server has %v, %v", n, err)
	}
}

// A node that is gone leaves what refers to it; validation finds that.
func TestWhatRefersToADeletedNodeIsReported(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	first := o.stage("ONE")
	second := o.stage("TWO", first.ID)
	must(t, o.DeleteNode(t.Context(), o.actor, o.id, first.ID, nil))
	for _, d := range o.view().Compilation.Diagnostics {
		if d.Node == second.Ref().String() && strings.Contains(d.Message, "ONE") {
			return
		}
	}
	t.Errorf("nobody says that ONE is missing: %v", o.view().Compilation.Diagnostics)
}

// A file that the program knows only in part keeps the rest when its node is edited.
func TestUnknownKeysAndCommentsSurviveAnEdit(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	n := o.stage("ONE")
	o.put(map[string][]byte{n.File: []byte(o.file(n.File) + "ownKey: ours # and a comment\n")})
	draft := *n.Node.Node
	draft.Description = "changed"
	_, err := o.SetNode(t.Context(), o.actor, o.id, n.ID, workspace.NodeDraft{Node: draft})
	must(t, err)
	if text := o.file(n.File); !strings.Contains(text, "ownKey: ours # and a comment") || !strings.Contains(text, "description: changed") {
		t.Errorf("the file is\n%s", text)
	}
}

// A location that holds sources is read where it is; any other is the workspace's own.
func TestTooManyPredecessors(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	_, err := o.CreateNode(t.Context(), o.actor, o.id, workspace.NewNode{Type: "Stage", Predecessors: make([]transform.NodeID, 101)})
	if !fault.Is(err, fault.Invalid) {
		t.Errorf("got %v", err)
	}
}

// A file that does not say an id is known by its path; after a rename it says it.
func TestANodeWithoutAnIDKeepsWhatItIsKnownBy(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.view()
	o.put(map[string][]byte{
		"nodes/WORK-OLD.yml":  []byte("name: OLD\noperation:\n  type: sql\n  sqlType: Stage\n  locationName: WORK\n"),
		"nodes/WORK-TEXT.sql": []byte("@nodeType(\"Stage\")\nSELECT 1 AS x\n"),
	})
	for _, id := range []transform.NodeID{"nodes/WORK-OLD.yml", "nodes/WORK-TEXT.sql"} {
		n, err := o.RenameNode(t.Context(), o.actor, o.id, id, workspace.Rename{Name: "NEW_" + string(id[len("nodes/WORK-"):len(id)-4])})
		must(t, err)
		if n.ID != id || !strings.HasPrefix(n.Name, "NEW_") {
			t.Errorf("%s became %s with the id %s", id, n.Name, n.ID)
		}
	}
}

func TestATextNodeGetsAnotherType(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	text := "SELECT 1 AS x"
	n, err := o.CreateNode(t.Context(), o.actor, o.id, workspace.NewNode{Type: "StageSQL", SQL: &text})
	must(t, err)
	draft := *n.Node.Node
	draft.Type = "View"
	after, err := o.SetNode(t.Context(), o.actor, o.id, n.ID, workspace.NodeDraft{Node: draft, SQL: &n.SQL.Text})
	must(t, err)
	if after.Node.Node.Type != "View" {
		t.Errorf("the type is %s", after.Node.Node.Type)
	}
	other := "@id(\"another\")\nSELECT 1 AS x"
	_, err = o.SetNode(t.Context(), o.actor, o.id, n.ID, workspace.NodeDraft{Node: draft, SQL: &other})
	if !fault.Is(err, fault.Invalid) {
		t.Errorf("a text of another node: %v", err)
	}
	yaml := o.stage("YAML")
	wrong := *yaml.Node.Node
	wrong.Type = "Frog"
	_, err = o.SetNode(t.Context(), o.actor, o.id, yaml.ID, workspace.NodeDraft{Node: wrong})
	if !fault.Is(err, fault.Invalid) {
		t.Errorf("a type that is not there: %v", err)
	}
}
