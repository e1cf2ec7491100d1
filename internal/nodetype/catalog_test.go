package nodetype_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

func TestLookup(t *testing.T) {
	t.Parallel()
	catalog := nodetype.NewCatalog([]transform.NodeType{
		{ID: "12", Name: "Work Table", Version: 1},
		{ID: "13", Name: "work table", Version: 2},
		{ID: "base:::14", Name: "Stage", Version: 1, Package: "base"},
		{ID: "View", Name: "My View", Version: 1},
	}, "duckdb")
	for _, tt := range []struct {
		id   transform.NodeTypeID
		kind transform.Kind
		want transform.NodeTypeID
	}{
		{"12", transform.YAMLNode, "12"},
		{"13", transform.YAMLNode, "13"}, // does not serve it; the caller reports that
		{"WORK TABLE", transform.YAMLNode, "12"},
		{"Work Table", transform.SQLNode, "13"},
		{"base:::14", transform.YAMLNode, "base:::14"},
		{"stage", transform.YAMLNode, "base:::14"}, // a name in the project takes precedence over the library
		{"View", transform.YAMLNode, "View"},
		{"Dimension", transform.YAMLNode, "Dimension"},
		{"Dimension", transform.SQLNode, "DimensionSQL"},
		{"DimensionSQL", transform.SQLNode, "DimensionSQL"},
		{"dimension", transform.SQLNode, "DimensionSQL"},
		{"persistentStage", transform.YAMLNode, "persistentStage"},
		{"Persistent Stage", transform.YAMLNode, "persistentStage"},
		{"Incremental", transform.YAMLNode, "Incremental"}, // there is none for YAML nodes
		{"Source", transform.YAMLNode, "Source"},
	} {
		got, ok := catalog.Lookup(tt.id, tt.kind)
		if !ok || got.ID != tt.want {
			t.Errorf("Lookup(%s, %s) = %v, want %s", tt.id, tt.kind, got, tt.want)
		}
	}
	if _, ok := catalog.Lookup("Stag", transform.YAMLNode); ok {
		t.Error("Lookup found a type that does not exist")
	}
}

func TestAllHasEachTypeOnce(t *testing.T) {
	t.Parallel()
	catalog := nodetype.NewCatalog([]transform.NodeType{{ID: "View", Name: "A view", Version: 1}}, "")
	var ids []transform.NodeTypeID
	for _, kind := range catalog.All() {
		ids = append(ids, kind.ID)
	}
	want := []transform.NodeTypeID{
		"View", "Dimension", "DimensionSQL", "Fact", "FactSQL", "Incremental", "persistentStage", "Seed", "Snapshot", "Source",
		"Stage", "StageSQL", "ViewSQL",
	}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("all (-want +got):\n%s", diff)
	}
}

func TestSuggest(t *testing.T) {
	t.Parallel()
	catalog := nodetype.NewCatalog([]transform.NodeType{{ID: "7", Name: "Snapshots of mine", Version: 1}}, "")
	for id, want := range map[transform.NodeTypeID][]string{
		"Dimensoin":        {"Dimension"},
		"stgae":            {"Stage"},
		"snapshot":         {"Snapshot"},
		"snapshots of min": {"Snapshots of mine"},
		"x":                {"7"},
		"entirely else":    nil,
	} {
		got := catalog.Suggest(id)
		if len(got) > 0 {
			got = got[:1]
		}
		if !slices.Equal(got, want) {
			t.Errorf("Suggest(%s) = %q, want %q first", id, got, want)
		}
	}
}
