package workspace_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// wantSchemas fails the test unless the nodes are in these schemas, on this server and on one with an empty cache.
func (f *fixture) wantSchemas(want map[transform.NodeID]string) {
	f.t.Helper()
	fresh, err := f.newService().CurrentRevision(f.t.Context(), f.actor.Organization, f.id)
	must(f.t, err)
	for server, revision := range map[string]*workspace.Revision{"this": f.view(), "another": fresh} {
		for id, schema := range want {
			n, _ := revision.Compilation.Node(id)
			if got := revision.Compilation.Renderer.MappingOf(n.Node).Schema; got != schema {
				f.t.Errorf("on %s server %s is in %s, want %s", server, n.Ref(), got, schema)
			}
		}
	}
}

// sqlOf returns all SQL that the run of a node sends.
func (f *fixture) sqlOf(id transform.NodeID) string {
	f.t.Helper()
	n, _ := f.view().Compilation.Node(id)
	var all strings.Builder
	for _, stage := range n.Run.Stages {
		all.WriteString(stage.SQL)
	}
	return all.String()
}

// A source in a location is read from the mapped schema. A node in the same location is built in the workspace's own
// schema.
func TestSchemasOfSourcesAndBuiltNodes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	one := f.newStage("ONE")
	f.wantSchemas(map[transform.NodeID]string{one.ID: "dev_1_WORK"})
	source, err := f.CreateNode(t.Context(), f.actor, f.id, workspace.NewNode{Type: "Source", Name: "RAW"})
	must(t, err)
	text := `SELECT 1 AS x FROM {{ ref('WORK', 'RAW') }} JOIN {{ ref('WORK', 'ONE') }} ON true`
	both, err := f.CreateNode(t.Context(), f.actor, f.id, workspace.NewNode{Type: "Stage", Name: "BOTH", SQL: &text})
	must(t, err)
	f.wantSchemas(map[transform.NodeID]string{one.ID: "dev_1_WORK", source.ID: "WORK", both.ID: "dev_1_WORK"})
	for _, name := range []string{`"WORK"."RAW"`, `"dev_1_WORK"."ONE"`, `"dev_1_WORK"."BOTH"`} {
		if got := f.sqlOf(both.ID); !strings.Contains(got, name) {
			t.Errorf("%s is not in\n%s", name, got)
		}
	}
	locations, err := f.Locations(t.Context(), f.actor.Organization, f.id)
	must(t, err)
	if got := locations.Mappings["WORK"].Schema; got != "dev_1_WORK" {
		t.Errorf("the location is shown in %s", got)
	}
	must(t, f.DeleteNode(t.Context(), f.actor, f.id, source.ID, nil))
	f.wantSchemas(map[transform.NodeID]string{one.ID: "dev_1_WORK", both.ID: "dev_1_WORK"})
}

// The SQL of readers changes when a node becomes a source, or ceases to be one.
func TestSchemaFollowsChangeToSource(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	source, err := f.CreateNode(t.Context(), f.actor, f.id, workspace.NewNode{Type: "Source", Name: "RAW"})
	must(t, err)
	text := `SELECT 1 AS x FROM {{ ref_no_link('WORK', 'RAW') }}`
	reader, err := f.CreateNode(t.Context(), f.actor, f.id, workspace.NewNode{Type: "Stage", Name: "READER", SQL: &text})
	must(t, err)
	for _, turn := range []struct {
		into   transform.NodeTypeID
		schema string
	}{{"Stage", "dev_1_WORK"}, {"Source", "WORK"}} {
		now, err := f.Node(t.Context(), f.actor.Organization, f.id, source.ID)
		must(t, err)
		draft := *now.Node.Node
		draft.Type = turn.into
		_, err = f.SetNode(t.Context(), f.actor, f.id, source.ID, workspace.NodeDraft{Node: draft})
		must(t, err)
		f.wantSchemas(map[transform.NodeID]string{source.ID: turn.schema, reader.ID: "dev_1_WORK"})
		if got := f.sqlOf(reader.ID); !strings.Contains(got, `"`+turn.schema+`"."RAW"`) {
			t.Errorf("the SQL for a %s is\n%s", turn.into, got)
		}
	}
}

// A mapping is used as written. A mapping without a schema uses the schema of the workspace. The node's fingerprint
// does not depend on it.
func TestWorkspaceMappings(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	one := f.newStage("ONE")
	source, err := f.CreateNode(t.Context(), f.actor, f.id, workspace.NewNode{Type: "Source", Name: "RAW"})
	must(t, err)
	text := `SELECT 1 AS x FROM {{ ref('WORK', 'RAW') }} JOIN {{ ref('WORK', 'ONE') }} ON true`
	both, err := f.CreateNode(t.Context(), f.actor, f.id, workspace.NewNode{Type: "Stage", Name: "BOTH", SQL: &text})
	must(t, err)
	for written, want := range map[project.Mapping][2]string{
		{Schema: "mine"}:                 {"mine", "mine"},
		{Database: "db", Schema: "mine"}: {"mine", "mine"},
		{Database: "db"}:                 {"dev_1_WORK", "WORK"},
		{}:                               {"dev_1_WORK", "WORK"},
	} {
		_, err := f.db.Workspaces().Change(t.Context(), f.actor, f.id, func(w *project.Workspace) error {
			w.Settings.Mappings = map[string]project.Mapping{"WORK": written}
			return nil
		})
		must(t, err)
		f.wantSchemas(map[transform.NodeID]string{one.ID: want[0], source.ID: want[1]})
		if now, _ := f.view().Compilation.Node(both.ID); now.Fingerprint != both.Fingerprint {
			t.Errorf("%v changes the fingerprint of what reads both", written)
		}
	}
}

func TestWorkspacesUseDifferentSchemas(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, err := f.db.Workspaces().Find(t.Context(), f.actor.Organization, f.id)
	must(t, err)
	second, err := f.db.Workspaces().Create(t.Context(), f.actor, project.Workspace{
		Organization: first.Organization, Project: first.Project, Name: "second", Settings: first.Settings,
	})
	must(t, err)
	schemas := map[string]ids.Workspace{}
	for _, id := range []ids.Workspace{f.id, second.ID} {
		f.id = id
		_, err := f.CreateNode(t.Context(), f.actor, id, workspace.NewNode{Type: "Source", Name: "RAW"})
		must(t, err)
		schema := f.view().Compilation.Renderer.MappingOf(f.newStage("ONE").Node.Node).Schema
		if other, taken := schemas[schema]; taken || schema == "WORK" {
			t.Errorf("workspace %d builds in %s, as %d does", id, schema, other)
		}
		schemas[schema] = id
	}
}

func TestNodeNamesAreUniqueIgnoringCase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.newStage("STG_ORD")
	other := f.newStage("OTHER")
	_, err := f.CreateNode(t.Context(), f.actor, f.id, workspace.NewNode{Type: "Stage", Name: "stg_ord"})
	_, renamed := f.RenameNode(t.Context(), f.actor, f.id, other.ID, workspace.Rename{Name: "Stg_Ord"})
	for what, err := range map[string]error{"a new node": err, "a renamed node": renamed} {
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "unique names") || !strings.Contains(err.Error(), "same Storage Location") {
			t.Errorf("%s: got %v", what, err)
		}
	}
	if _, err := f.RenameNode(t.Context(), f.actor, f.id, first.ID, workspace.Rename{Name: "Stg_Ord"}); err != nil {
		t.Errorf("a node cannot change the case of its own name: %v", err)
	}
}
