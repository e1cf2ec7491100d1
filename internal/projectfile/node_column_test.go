package projectfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// flagged has flags at both positions that the format allows.
const flagged = `fileVersion: 1
id: a1
name: A
operation:
  locationName: WORK
  metadata:
    columns:
      - columnReference:
          columnCounter: c1
          stepCounter: a1
        config:
          is_hk: true
          is_off: false
          name: odd
          note: x
          shade: dark
        isBusinessKey: true
        name: K
        shade: light
      - columnReference:
          columnCounter: c2
          stepCounter: a1
        config: {}
        name: V
      - columnReference:
          columnCounter: c3
          stepCounter: a1
        name: W
  sqlType: Stage
  type: sql
type: Node
`

func TestEntriesOfAColumnsConfigAreAttributes(t *testing.T) {
	t.Parallel()
	n, found := projectfile.ParseNode("nodes/WORK-A.yml", flagged)
	if len(found) > 0 {
		t.Fatal(texts(found))
	}
	want := map[string]any{"is_hk": true, "isBusinessKey": true, "name": "odd", "note": "x", "shade": "light"}
	if diff := cmp.Diff(want, n.Columns[0].Attributes); diff != "" {
		t.Errorf("attributes (-want +got):\n%s", diff)
	}
	if !n.Columns[0].Flag("is_hk") || n.Columns[0].Flag("is_off") || n.Columns[1].Attributes != nil {
		t.Errorf("columns %+v", n.Columns)
	}
	fresh, err := projectfile.WriteNode(n, nil)
	must(t, err)
	again, _ := projectfile.ParseNode("nodes/WORK-A.yml", string(fresh))
	if diff := cmp.Diff(n.Columns, again.Columns, withoutPositions()); diff != "" {
		t.Errorf("in a new file, the columns changed (-was +is):\n%s", diff)
	}
}

func TestFlagsStayWhereTheFileHasThem(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		edit           func(c []transform.Column)
		added, removed []string
	}{
		"nothing": {edit: func([]transform.Column) {}},
		"one below config off": {
			edit:    func(c []transform.Column) { delete(c[0].Attributes, "is_hk") },
			removed: []string{"          is_hk: true"},
		},
		"one below config changes": {
			edit:    func(c []transform.Column) { c[0].Attributes["note"] = "y" },
			added:   []string{"          note: y"},
			removed: []string{"          note: x"},
		},
		"one below config on": {
			edit:    func(c []transform.Column) { c[0].Attributes["is_off"] = true },
			added:   []string{"          is_off: true"},
			removed: []string{"          is_off: false"},
		},
		"off at both positions": {
			edit:    func(c []transform.Column) { delete(c[0].Attributes, "shade") },
			removed: []string{"          shade: dark", "        shade: light"},
		},
		"changed at the position that takes precedence": {
			edit:    func(c []transform.Column) { c[0].Attributes["shade"] = "gray" },
			added:   []string{"        shade: gray"},
			removed: []string{"        shade: light"},
		},
		"a new one of a panel": {
			edit:    func(c []transform.Column) { c[1].Attributes = map[string]any{"is_hk": true} },
			added:   []string{"        config:", "          is_hk: true"},
			removed: []string{"        config: {}"},
		},
		"a new one of a panel, without config": {
			edit:  func(c []transform.Column) { c[2].Attributes = map[string]any{"is_hk": true} },
			added: []string{"        config:", "          is_hk: true"},
		},
		"a new one of the format": {
			edit:  func(c []transform.Column) { c[1].Attributes = map[string]any{"isChangeTracking": true} },
			added: []string{"        isChangeTracking: true"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n, _ := projectfile.ParseNode("nodes/WORK-A.yml", flagged)
			tt.edit(n.Columns)
			changed, err := projectfile.WriteNode(n, []byte(flagged))
			must(t, err)
			if diff := cmp.Diff(tt.removed, missingLines([]byte(flagged), changed)); diff != "" {
				t.Errorf("removed lines (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.added, missingLines(changed, []byte(flagged))); diff != "" {
				t.Errorf("added lines (-want +got):\n%s", diff)
			}
			again, _ := projectfile.ParseNode("nodes/WORK-A.yml", string(changed))
			if diff := cmp.Diff(n, again, withoutPositions()); diff != "" {
				t.Errorf("the edited node reads differently (-written +read):\n%s", diff)
			}
		})
	}
}

// TestConfigThatIsNotAMapping keeps a value that is not a mapping under config of a column.
func TestConfigThatIsNotAMapping(t *testing.T) {
	t.Parallel()
	content := strings.Replace(flagged, "config: {}", "config: none of them", 1)
	n, _ := projectfile.ParseNode("nodes/WORK-A.yml", content)
	if diff := cmp.Diff(map[string]any{"config": "none of them"}, n.Columns[1].Attributes); diff != "" {
		t.Errorf("attributes (-want +got):\n%s", diff)
	}
	n.Columns[1].Attributes["is_hk"] = true
	changed, err := projectfile.WriteNode(n, []byte(content))
	must(t, err)
	if diff := cmp.Diff([]string{"        is_hk: true"}, missingLines(changed, []byte(content))); diff != "" {
		t.Errorf("added lines (-want +got):\n%s", diff)
	}
}
