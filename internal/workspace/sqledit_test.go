package workspace_test

import (
	"testing"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// A file without an id stays as it is if nothing changes, and otherwise gets only the changes.
func TestEditAddsNoIDToText(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.view()
	const file, text = "nodes/WORK-TEXT.sql", "-- a comment\n@nodeType(\"StageSQL\")\nSELECT 1 AS x, 2 AS y"
	f.put(map[string][]byte{file: []byte(text)})
	n, err := f.Node(t.Context(), f.actor.Organization, f.id, file)
	must(t, err)
	draft := *n.Node.Node
	_, err = f.SetNode(t.Context(), f.actor, f.id, file, workspace.NodeDraft{Node: draft})
	must(t, err)
	if got := f.file(file); got != text {
		t.Errorf("without a change the file is\n%s", got)
	}
	draft.DeployEnabled = false
	draft.Columns = append([]transform.Column{}, draft.Columns...)
	draft.Columns[1].Nullable = false
	_, err = f.SetNode(t.Context(), f.actor, f.id, file, workspace.NodeDraft{Node: draft})
	must(t, err)
	if got, want := f.file(file), "-- a comment\n@nodeType(\"StageSQL\")\n@deployDisabled\nSELECT 1 AS x, 2 AS y @notNull"; got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
}

// An editor may have saved a text before its annotations were written. The first edit adds the type.
func TestTextWithoutAnnotationsGetsType(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.view()
	const file = "nodes/WORK-TEXT.sql"
	f.put(map[string][]byte{file: []byte("SELECT 1 AS x")})
	n, err := f.Node(t.Context(), f.actor.Organization, f.id, file)
	must(t, err)
	draft := *n.Node.Node
	draft.Type = "StageSQL"
	_, err = f.SetNode(t.Context(), f.actor, f.id, file, workspace.NodeDraft{Node: draft})
	must(t, err)
	if got := f.file(file); got != "@nodeType(\"StageSQL\")\nSELECT 1 AS x" {
		t.Errorf("the file is\n%s", got)
	}
}

// Two columns whose names differ only in case are distinguished.
func TestAnnotationsMatchColumnCase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.view()
	const file = "nodes/WORK-TEXT.sql"
	f.put(map[string][]byte{file: []byte("@id(\"1\") @nodeType(\"StageSQL\")\nSELECT 1 AS \"a\", 2 AS \"A\"")})
	n, err := f.Node(t.Context(), f.actor.Organization, f.id, "1")
	must(t, err)
	draft := *n.Node.Node
	draft.Columns = append([]transform.Column{}, draft.Columns...)
	draft.Columns[1].Description = "large"
	_, err = f.SetNode(t.Context(), f.actor, f.id, "1", workspace.NodeDraft{Node: draft})
	must(t, err)
	if got, want := f.file(file), "@id(\"1\") @nodeType(\"StageSQL\")\nSELECT 1 AS \"a\", 2 AS \"A\" @description(\"large\")"; got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
}
