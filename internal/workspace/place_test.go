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

// wantSchemas fails the test unless the nodes are in these schemas, here and to a server that knows nothing yet.
func (o *office) wantSchemas(want map[transform.NodeID]string) {
	o.t.Helper()
	fresh, err := o.another().View(o.t.Context(), o.actor.Organization, o.id)
	must(o.t, err)
	for server, view := range map[string]*workspace.Revision{"this": o.view(), "another": fresh} {
		for id, schema := range want {
			n, _ := view.Compilation.Node(id)
			if got := view.Compilation.Renderer.MappingOf(n.Node).Schema; got != schema {
				o.t.Errorf("on %s server %s is in %s, want %s", server, n.Ref(), got, schema)
			}
		}
	}
}

// sqlOf is all that the run of a node sends.
func (o *office) sqlOf(id transform.NodeID) string {
	o.t.Helper()
	n, _ := o.view().Compilation.Node(id)
	var all strings.Builder
	for _, stage := range n.Run.Stages {
		all.WriteString(stage.SQL)
	}
	return all.String()
}

// A source stands beside what is built: the one is read where it is, the other is the workspace's own.
func TestWhereLocationsAre(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	one := o.stage("ONE")
	o.wantSchemas(map[transform.NodeID]string{one.ID: "dev_1_WORK"})
	source, err := o.CreateNode(t.Context(), o.actor, o.id, workspace.NewNode{Type: "Source", Name: "RAW"})
	must(t, err)
	text := `SELECT 1 AS x FROM {{ ref('WORK', 'RAW') }} JOIN {{ ref('WORK', 'ONE') }} ON true`
	both, err := o.CreateNode(t.Context(), o.actor, o.id, workspace.NewNode{Type: "Stage", Name: "BOTH", SQL: &text})
	must(t, err)
	o.wantSchemas(map[transform.NodeID]string{one.ID: "dev_1_WORK", source.ID: "WORK", both.ID: "dev_1_WORK"})
	for _, name := range []string{`"WORK"."RAW"`, `"dev_1_WORK"."ONE"`, `"dev_1_WORK"."BOTH"`} {
		if got := o.sqlOf(both.ID); !strings.Contains(got, name) {
			t.Errorf("%s is not in\n%s", name, got)
		}
	}
	locations, err := o.Locations(t.Context(), o.actor.Organization, o.id)
	must(t, err)
	if got := locations.Mappings["WORK"].Schema; got != "dev_1_WORK" {
		t.Errorf("the location is shown in %s", got)
	}
	must(t, o.DeleteNode(t.Context(), o.actor, o.id, source.ID, nil))
	o.wantSchemas(map[transform.NodeID]string{one.ID: "dev_1_WORK", both.ID: "dev_1_WORK"})
}

// What reads a node follows when it becomes a source, or is one no more.
func TestANodeBecomesASource(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	source, err := o.CreateNode(t.Context(), o.actor, o.id, workspace.NewNode{Type: "Source", Name: "RAW"})
	must(t, err)
	text := `SELECT 1 AS x FROM {{ ref_no_link('WORK', 'RAW') }}`
	reader, err := o.CreateNode(t.Context(), o.actor, o.id, workspace.NewNode{Type: "Stage", Name: "READER", SQL: &text})
	must(t, err)
	for _, turn := range []struct {
		into   transform.NodeTypeID
		schema string
	}{{"Stage", "dev_1_WORK"}, {"Source", "WORK"}} {
		now, err := o.Node(t.Context(), o.actor.Organization, o.id, source.ID)
		must(t, err)
		draft := *now.Node.Node
		draft.Type = turn.into
		_, err = o.SetNode(t.Context(), o.actor, o.id, source.ID, workspace.NodeDraft{Node: draft})
		must(t, err)
		o.wantSchemas(map[transform.NodeID]string{source.ID: turn.schema, reader.ID: "dev_1_WORK"})
		if got := o.sqlOf(reader.ID); !strings.Contains(got, `"`+turn.schema+`"."RAW"`) {
			t.Errorf("of a %s is read\n%s", turn.into, got)
		}
	}
}

// A mapping stands as it is written. One that names no schema leaves it to the workspace. What a node is does not depend on it.
func TestMappingsOfAWorkspace(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	one := o.stage("ONE")
	source, err := o.CreateNode(t.Context(), o.actor, o.id, workspace.NewNode{Type: "Source", Name: "RAW"})
	must(t, err)
	text := `SELECT 1 AS x FROM {{ ref('WORK', 'RAW') }} JOIN {{ ref('WORK', 'ONE') }} ON true`
	both, err := o.CreateNode(t.Context(), o.actor, o.id, workspace.NewNode{Type: "Stage", Name: "BOTH", SQL: &text})
	must(t, err)
	for written, want := range map[project.Mapping][2]string{
		{Schema: "mine"}:                 {"mine", "mine"},
		{Database: "db", Schema: "mine"}: {"mine", "mine"},
		{Database: "db"}:                 {"dev_1_WORK", "WORK"},
		{}:                               {"dev_1_WORK", "WORK"},
	} {
		_, err := o.db.Workspaces().Change(t.Context(), o.actor, o.id, func(w *project.Workspace) error {
			w.Settings.Mappings = map[string]project.Mapping{"WORK": written}
			return nil
		})
		must(t, err)
		o.wantSchemas(map[transform.NodeID]string{one.ID: want[0], source.ID: want[1]})
		if now, _ := o.view().Compilation.Node(both.ID); now.Fingerprint != both.Fingerprint {
			t.Errorf("%v changes the fingerprint of what reads both", written)
		}
	}
}

func TestTwoWorkspacesDoNotMeet(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	first, err := o.db.Workspaces().Find(t.Context(), o.actor.Organization, o.id)
	must(t, err)
	second, err := o.db.Workspaces().Create(t.Context(), o.actor, project.Workspace{
		Organization: first.Organization, Project: first.Project, Name: "second", Settings: first.Settings,
	})
	must(t, err)
	schemas := map[string]ids.Workspace{}
	for _, id := range []ids.Workspace{o.id, second.ID} {
		o.id = id
		_, err := o.CreateNode(t.Context(), o.actor, id, workspace.NewNode{Type: "Source", Name: "RAW"})
		must(t, err)
		schema := o.view().Compilation.Renderer.MappingOf(o.stage("ONE").Node.Node).Schema
		if other, taken := schemas[schema]; taken || schema == "WORK" {
			t.Errorf("workspace %d builds in %s, as %d does", id, schema, other)
		}
		schemas[schema] = id
	}
}

func TestNamesThatDifferInCaseAreTaken(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	first := o.stage("STG_ORD")
	other := o.stage("OTHER")
	_, err := o.CreateNode(t.Context(), o.actor, o.id, workspace.NewNode{Type: "Stage", Name: "stg_ord"})
	_, renamed := o.RenameNode(t.Context(), o.actor, o.id, other.ID, workspace.Rename{Name: "Stg_Ord"})
	for what, err := range map[string]error{"a new node": err, "a renamed one": renamed} {
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "unique names") || !strings.Contains(err.Error(), "same Storage Location") {
			t.Errorf("%s: got %v", what, err)
		}
	}
	if _, err := o.RenameNode(t.Context(), o.actor, o.id, first.ID, workspace.Rename{Name: "Stg_Ord"}); err != nil {
		t.Errorf("a node cannot get its own name in other letters: %v", err)
	}
}
