package workspace_test

import (
	"testing"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// The id that clients get for a node without one is part of what they store: it must not change with the program.
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

// A node whose file has no id is found by the one that clients know, and keeps it when it is moved.
func TestANodeWithoutAnIDIsFound(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.view()
	o.put(map[string][]byte{"nodes/WORK-FIRST.sql": []byte("@nodeType(\"View\")\nSELECT 1 AS A\n"), "nodes/broken.yml": []byte("id: [\n")})
	for _, file := range []string{"nodes/WORK-FIRST.sql", "nodes/broken.yml"} {
		id := transform.NodeID(workspace.PublicID(transform.NodeID(file)))
		n, err := o.Node(t.Context(), o.actor.Organization, o.id, id)
		must(t, err)
		if n.File != file || n.Trouble() == "" {
			t.Errorf("%s is %s, in trouble for %q", id, n.File, n.Trouble())
		}
	}
	first := transform.NodeID(workspace.PublicID("nodes/WORK-FIRST.sql"))
	moved, err := o.RenameNode(t.Context(), o.actor, o.id, first, workspace.Rename{Name: "SECOND"})
	must(t, err)
	if moved.Name != "SECOND" || workspace.PublicID(moved.ID) != string(first) || moved.Trouble() != "" {
		t.Errorf("the node is %s with the id %s, in trouble for %q", moved.Name, moved.ID, moved.Trouble())
	}
	must(t, o.DeleteNode(t.Context(), o.actor, o.id, first, nil))
}
