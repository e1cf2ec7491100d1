package workspace_test

import (
	"testing"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// A file that does not say an id stays as it is when nothing is changed, and gets only what was changed otherwise.
func TestATextWithoutAnIDIsNotGivenOne(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.view()
	const file, text = "nodes/WORK-TEXT.sql", "-- ours\n@nodeType(\"StageSQL\")\nSELECT 1 AS x, 2 AS y"
	o.put(map[string][]byte{file: []byte(text)})
	n, err := o.Node(t.Context(), o.actor.Organization, o.id, file)
	must(t, err)
	draft := *n.Node.Node
	_, err = o.SetNode(t.Context(), o.actor, o.id, file, workspace.NodeDraft{Node: draft})
	must(t, err)
	if got := o.file(file); got != text {
		t.Errorf("nothing was changed, and the file is\n%s", got)
	}
	draft.DeployEnabled = false
	draft.Columns = append([]transform.Column{}, draft.Columns...)
	draft.Columns[1].Nullable = false
	_, err = o.SetNode(t.Context(), o.actor, o.id, file, workspace.NodeDraft{Node: draft})
	must(t, err)
	if got, want := o.file(file), "-- ours\n@nodeType(\"StageSQL\")\n@deployDisabled\nSELECT 1 AS x, 2 AS y @notNull"; got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
}

// A text without annotations is what an editor saved too early. It gets a type before everything else.
func TestATextWithoutAnnotationsGetsAType(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.view()
	const file = "nodes/WORK-TEXT.sql"
	o.put(map[string][]byte{file: []byte("SELECT 1 AS x")})
	n, err := o.Node(t.Context(), o.actor.Organization, o.id, file)
	must(t, err)
	draft := *n.Node.Node
	draft.Type = "StageSQL"
	_, err = o.SetNode(t.Context(), o.actor, o.id, file, workspace.NodeDraft{Node: draft})
	must(t, err)
	if got := o.file(file); got != "@nodeType(\"StageSQL\")\nSELECT 1 AS x" {
		t.Errorf("the file is\n%s", got)
	}
}

// Two columns whose names differ in their case alone are told apart.
func TestAnnotationsGoToTheColumnOfTheLetters(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.view()
	const file = "nodes/WORK-TEXT.sql"
	o.put(map[string][]byte{file: []byte("@id(\"1\") @nodeType(\"StageSQL\")\nSELECT 1 AS \"a\", 2 AS \"A\"")})
	n, err := o.Node(t.Context(), o.actor.Organization, o.id, "1")
	must(t, err)
	draft := *n.Node.Node
	draft.Columns = append([]transform.Column{}, draft.Columns...)
	draft.Columns[1].Description = "large"
	_, err = o.SetNode(t.Context(), o.actor, o.id, "1", workspace.NodeDraft{Node: draft})
	must(t, err)
	if got, want := o.file(file), "@id(\"1\") @nodeType(\"StageSQL\")\nSELECT 1 AS \"a\", 2 AS \"A\" @description(\"large\")"; got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
}
