package workspace_test

import (
	"testing"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// Clients store the public id of a node without its own id, so it must not change between versions.
func TestPublicIDs(t *testing.T) {
	t.Parallel()
	for id, want := range map[transform.NodeID]string{
		"nodes/broken.yml":                     "781d7b77-a0bb-568f-9cb7-b329024549d6",
		"7d0c0a0e-0000-4000-8000-000000000001": "7d0c0a0e-0000-4000-8000-000000000001",
		"12":                                   "12",
		"":                                     "",
	} {
		if got := workspace.PublicID(id); got != want {
			t.Errorf("%q is %q to clients, want %q", id, got, want)
		}
	}
}

// A node whose file has no id is found by its public id, and keeps that id when it is moved.
func TestNodeWithoutIDIsFoundByPublicID(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.view()
	f.put(map[string][]byte{"nodes/WORK-FIRST.sql": []byte("@nodeType(\"View\")\nSELECT 1 AS A\n"), "nodes/broken.yml": []byte("id: [\n")})
	for _, file := range []string{"nodes/WORK-FIRST.sql", "nodes/broken.yml"} {
		id := transform.NodeID(workspace.PublicID(transform.NodeID(file)))
		n, err := f.Node(t.Context(), f.actor.Organization, f.id, id)
		must(t, err)
		if n.File != file || n.MissingIDReason() == "" {
			t.Errorf("%s is %s, missing id: %q", id, n.File, n.MissingIDReason())
		}
	}
	first := transform.NodeID(workspace.PublicID("nodes/WORK-FIRST.sql"))
	moved, err := f.RenameNode(t.Context(), f.actor, f.id, first, workspace.Rename{Name: "SECOND"})
	must(t, err)
	if moved.Name != "SECOND" || workspace.PublicID(moved.ID) != string(first) || moved.MissingIDReason() != "" {
		t.Errorf("the node is %s with the id %s, missing id: %q", moved.Name, moved.ID, moved.MissingIDReason())
	}
	must(t, f.DeleteNode(t.Context(), f.actor, f.id, first, nil))
}
