package difference_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// project returns an empty project.
func project() files {
	return files{"data.yml": "fileVersion: 3\nplatformKind: duckdb\n", "locations.yml": "fileVersion: 1\nlocations:\n  - OUT\n"}
}

// deployed compares two projects, of which the first is deployed without drift.
func deployed(t *testing.T, before, after files) (difference.Input, *difference.Result) {
	t.Helper()
	c := compiled(t, before)
	states := statesOf(c)
	in := difference.Input{
		Desired: compiled(t, after), Stored: states, Observed: observedOf(states),
		Previous: func(id transform.NodeID) (*compiler.Compilation, *compiler.Node, bool) {
			n, ok := c.Node(id)
			return c, n, ok
		},
		Deployed: func(transform.NodeID) *compiler.Compilation { return c },
	}
	for _, needed := range difference.Needs(in).Types {
		in.Observed.TypeNames[needed] = needed
	}
	return in, difference.Compare(in)
}

func stops(r *difference.Result) []string {
	var codes []string
	for _, issue := range r.Issues.Blocking {
		codes = append(codes, issue.Code)
		if issue.Message == "" || issue.Hint == "" {
			codes = append(codes, "has no message or hint")
		}
	}
	return codes
}

func TestUnchangedProjectIsEmptyResult(t *testing.T) {
	t.Parallel()
	f := project()
	f.node("T", "Stage", "A INTEGER", "B VARCHAR required default='x'")
	if _, r := deployed(t, f, f); !r.IsEmpty() || len(r.Drift) > 0 || len(r.Plan.Nodes) > 0 {
		t.Errorf("%+v", r)
	}
}

// A changed description changes the stored state and executes no DDL.
func TestDescriptionChangeIsMetadata(t *testing.T) {
	t.Parallel()
	before, after := project(), project()
	before.node("T", "Stage", "A INTEGER")
	after.node("T", "Stage", "A INTEGER")
	after["nodes/OUT-T.yml"] = strings.Replace(after["nodes/OUT-T.yml"], `description: ""`, "description: for people", 1)
	_, r := deployed(t, before, after)
	if len(r.Changes) != 1 || r.Changes[0].Action != difference.Metadata || r.Changes[0].Category != difference.MetadataOnly {
		t.Fatalf("%+v", r.Changes)
	}
	if len(r.Plan.Nodes) > 0 || len(r.States) != 1 || r.States[0].Step != "" {
		t.Errorf("%+v, %+v", r.Plan, r.States)
	}
}

func TestBlockingIssues(t *testing.T) {
	t.Parallel()
	base := project()
	base.node("T", "Stage", "A INTEGER")
	for name, tt := range map[string]struct {
		edit func(f files)
		want []string
	}{
		"unknown type": {func(f files) { f.node("U", "Nowhere", "A INTEGER") }, []string{"unknown-node-type"}},
		"broken ref": {func(f files) {
			f["nodes/OUT-U.sql"] = "@id(\"u\")\n@nodeType(\"ViewSQL\")\nSELECT A FROM {{ ref('OUT', 'NOWHERE') }}\n"
		}, []string{"unknown-node"}},
		"cycle": {func(f files) {
			f["nodes/OUT-U.sql"] = "@id(\"u\")\n@nodeType(\"ViewSQL\")\nSELECT A FROM {{ ref('OUT', 'V') }}\n"
			f["nodes/OUT-V.sql"] = "@id(\"v\")\n@nodeType(\"ViewSQL\")\nSELECT A FROM {{ ref('OUT', 'U') }}\n"
		}, []string{"cycle"}},
		"required column":       {func(f files) { f.node("T", "Stage", "A INTEGER", "B INTEGER required") }, []string{"not-null-without-default"}},
		"required with default": {func(f files) { f.node("T", "Stage", "A INTEGER", "B INTEGER required default=1") }, nil},
		"becomes required":      {func(f files) { f.node("T", "Stage", "A INTEGER required") }, []string{"not-null-without-default"}},
		"fault of a node that is not deployed": {func(f files) {
			f.node("U", "Nowhere", "A INTEGER")
			f["nodes/OUT-U.yml"] = strings.Replace(f["nodes/OUT-U.yml"], "deployEnabled: true", "deployEnabled: false", 1)
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			after := project()
			after.node("T", "Stage", "A INTEGER")
			tt.edit(after)
			_, r := deployed(t, base, after)
			if diff := cmp.Diff(tt.want, stops(r)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A location without a mapping blocks a plan if other locations have one, and so do two nodes with the same object.
func TestMappingsThatBlock(t *testing.T) {
	t.Parallel()
	f := project()
	f["locations.yml"] = "fileVersion: 1\nlocations:\n  - OUT\n  - MART\n  - UNUSED\n"
	f.node("T", "Stage", "A INTEGER")
	f["nodes/MART-T.yml"] = strings.NewReplacer("id-T", "id-M", "locationName: OUT", "locationName: MART").Replace(f["nodes/OUT-T.yml"])
	for want, mappings := range map[string]map[string]transform.Mapping{
		"mapping-missing": {"OUT": {Schema: "X"}},
		"same-object":     {"OUT": {Schema: "X"}, "MART": {Schema: "X"}},
		"":                {"OUT": {Schema: "X"}, "MART": {Schema: "Y"}},
	} {
		r := difference.Compare(difference.Input{Desired: f.compile(compiler.Options{Mappings: mappings, DefaultDatabase: "main"})})
		if got := strings.Join(stops(r), " "); got != want {
			t.Errorf("with %v the plan is blocked by %q, want %q", mappings, got, want)
		}
	}
}

// Counted rows resolve issues about rows, and complete the losses.
func TestCountedRows(t *testing.T) {
	t.Parallel()
	before, after := project(), project()
	before.node("T", "Stage", "A INTEGER", "OLD VARCHAR")
	after.node("T", "Stage", "A INTEGER", "B INTEGER required")
	_, r := deployed(t, before, after)
	all, filled := `SELECT COUNT(*) FROM "main"."OUT"."T"`, `SELECT COUNT(*) FROM "main"."OUT"."T" WHERE "OLD" IS NOT NULL`
	if diff := cmp.Diff([]string{all, filled}, r.CountQueries()); diff != "" {
		t.Fatal(diff)
	}
	_, empty := deployed(t, before, after)
	empty.SetCounts(map[string]int64{all: 0, filled: 0})
	r.SetCounts(map[string]int64{all: 7, filled: 5})
	if len(empty.Issues.Blocking) != 0 || len(r.Issues.Blocking) != 1 || r.Issues.Blocking[0].OnlyWithRows != "" {
		t.Errorf("empty: %+v, with rows: %+v", empty.Issues.Blocking, r.Issues.Blocking)
	}
	if rows := r.Changes[0].Losses[0].Rows; rows == nil || *rows != 5 || len(r.CountQueries()) > 0 {
		t.Errorf("%+v, open: %v", r.Changes[0].Losses, r.CountQueries())
	}
}

// The name of an unknown object cannot be taken.
func TestNameOfUnknownObjectIsTaken(t *testing.T) {
	t.Parallel()
	before, after := project(), project()
	before.node("T", "Stage", "A INTEGER")
	after["nodes/OUT-U.yml"] = strings.Replace(nodeFile("U", "Stage", "A INTEGER"), "id: id-U", "id: id-T", 1)
	in, r := deployed(t, before, after)
	if len(r.Issues.Blocking) > 0 || len(r.Plan.Nodes) != 1 || !strings.Contains(r.Plan.Nodes[0].Stages[0].SQL, "RENAME TO") {
		t.Fatalf("%+v, %+v", r.Issues, r.Plan)
	}
	schema := engine.Schema{Database: "main", Name: "OUT"}
	in.Observed.Objects[schema] = append(in.Observed.Objects[schema], engine.Relation{Name: "U"})
	if diff := cmp.Diff([]string{difference.CodeNameTaken}, stops(difference.Compare(in))); diff != "" {
		t.Error(diff)
	}
}

// A type that decides by itself needs the deployed definition.
func TestAdvancedTypeNeedsPreviousNode(t *testing.T) {
	t.Parallel()
	create := `{% if currentState is defined %}{{ stage('Change') }}ALTER {{ this }}{% else %}{{ stage('Make') }}CREATE X {{ this }}{% endif %}`
	before, after := typed("advanced", create, "A INTEGER"), typed("advanced", create, "B INTEGER")
	in, r := deployed(t, before, after)
	if len(r.Plan.Nodes) != 1 || r.Plan.Nodes[0].Stages[0].Name != "Change" {
		t.Errorf("%+v", r.Plan)
	}
	in.Previous = nil
	if diff := cmp.Diff([]string{difference.CodePreviousUnknown}, stops(difference.Compare(in))); diff != "" {
		t.Error(diff)
	}
	delete(in.Stored, "id-T")
	if r := difference.Compare(in); len(r.Plan.Nodes) != 1 || r.Plan.Nodes[0].Stages[0].Name != "Make" {
		t.Errorf("%+v", r.Plan)
	}
}

// Results are equal after they were stored as JSON.
func TestResultRoundTripsAsJSON(t *testing.T) {
	t.Parallel()
	f := project()
	f.node("T", "Stage", "A INTEGER", "B VARCHAR required default='x'")
	_, r := deployed(t, project(), f)
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var again difference.Result
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, &again); diff != "" {
		t.Error(diff)
	}
}

// The impact of a dropped column lists its readers in the deployed project.
func TestImpactOfDroppedColumn(t *testing.T) {
	t.Parallel()
	before, after := project(), project()
	before.node("T", "Stage", "A INTEGER", "B INTEGER")
	before["nodes/OUT-V.sql"] = "@id(\"v\")\n@nodeType(\"ViewSQL\")\nSELECT \"A\", \"B\" + 1 AS \"C\" FROM {{ ref('OUT', 'T') }}\n"
	after.node("T", "Stage", "A INTEGER")
	after["nodes/OUT-V.sql"] = "@id(\"v\")\n@nodeType(\"ViewSQL\")\nSELECT \"A\" FROM {{ ref('OUT', 'T') }}\n"
	_, r := deployed(t, before, after)
	i := slices.IndexFunc(r.Changes, func(c difference.Change) bool { return c.Node == "id-T" })
	want := []difference.Impact{{Node: "v", Name: "OUT.V", Column: "C", ColumnName: "C", Of: "B", How: "transform"}}
	if diff := cmp.Diff(want, r.Changes[i].Impact); diff != "" {
		t.Error(diff)
	}
	if r.Changes[i].Category != difference.Breaking || !strings.Contains(r.Changes[i].Reason, "OUT.V reads it") {
		t.Errorf("%s: %s", r.Changes[i].Category, r.Changes[i].Reason)
	}
}
