package projectfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// handWritten has comments and unknown keys, and omits defaults.
const handWritten = `# Who wrote this file.

id: a1 # never change it
name: A
operation:
  config:
    # keep it low
    limit: 007
    note: "x"
  locationName: WORK
  metadata:
    columns:
      # the key
      - name: K
        columnReference: {columnCounter: c1, stepCounter: a1}
        isBusinessKey: true
        isChangeTracking: false
        shade: dark
      - name: V # the value
        columnReference: {columnCounter: c2, stepCounter: a1}
        sourceColumnReferences:
          - columnReferences: []
            transform: 1 + 1
            why: because
  sqlType: Stage
  type: sql
  wish: 1
`

func TestEditsChangeOnlyTheirOwnLines(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		edit    func(n *transform.Node)
		added   []string // added lines
		removed []string // removed lines
	}{
		"nothing": {edit: func(*transform.Node) {}},
		"name": {
			edit:    func(n *transform.Node) { n.Name = "B" },
			added:   []string{"name: B", "  name: B"},
			removed: []string{"name: A"},
		},
		"description": {
			edit:  func(n *transform.Node) { n.Description = "one\ntwo\n" },
			added: []string{"  description: |", "    one", "    two"},
		},
		"switched off": {
			edit:  func(n *transform.Node) { n.DeployEnabled = false },
			added: []string{"  deployEnabled: false"},
		},
		"an option": {
			edit:    func(n *transform.Node) { n.Config = map[string]any{"limit": int64(7), "note": "12"} },
			added:   []string{`    note: "12"`},
			removed: []string{"    note: x"},
		},
		"a removed option": {
			edit:    func(n *transform.Node) { n.Config = map[string]any{"note": "x"} },
			removed: []string{"    # keep it low", "    limit: 007"},
		},
		"columns in another order": {
			edit: func(n *transform.Node) { n.Columns[0], n.Columns[1] = n.Columns[1], n.Columns[0] },
		},
		"a removed column": {
			edit: func(n *transform.Node) { n.Columns = n.Columns[1:] },
			removed: []string{
				"      # the key", "          columnCounter: c1", "        isBusinessKey: true", "        isChangeTracking: false",
				"        name: K", "        shade: dark", "      - columnReference:", "          stepCounter: a1",
			},
		},
		"flags": {
			edit: func(n *transform.Node) {
				n.Columns[0].Attributes = map[string]any{"isChangeTracking": true, "shade": "light"}
			},
			added:   []string{"        isChangeTracking: true", "        shade: light"},
			removed: []string{"        isBusinessKey: true", "        isChangeTracking: false", "        shade: dark"},
		},
		"a transform": {
			edit:    func(n *transform.Node) { n.Columns[1].Sources[0].Transform = "2" },
			added:   []string{`            transform: "2"`},
			removed: []string{"            transform: 1 + 1"},
		},
		"a source": {
			edit: func(n *transform.Node) {
				n.Sources = []transform.Source{{Name: "S", Join: "FROM x", Dependencies: []transform.NodeRef{{Location: "L", Name: "X"}}}}
			},
			added: []string{
				"    sourceMapping:", "      - aliases: {}", "        customSQL:", `          customSQL: ""`, "        dependencies:",
				"          - locationName: L", "            nodeName: X", "        join:", "          joinCondition: FROM x", "        name: S", "        noLinkRefs: []",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n, _ := projectfile.ParseNode("nodes/WORK-A.yml", handWritten)
			unchanged, err := projectfile.WriteNode(n, []byte(handWritten))
			must(t, err)
			tt.edit(n)
			changed, err := projectfile.WriteNode(n, []byte(handWritten))
			must(t, err)
			if diff := cmp.Diff(tt.removed, missingLines(unchanged, changed)); diff != "" {
				t.Errorf("removed lines (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.added, missingLines(changed, unchanged)); diff != "" {
				t.Errorf("added lines (-want +got):\n%s", diff)
			}
			again, _ := projectfile.ParseNode("nodes/WORK-A.yml", string(changed))
			if diff := cmp.Diff(n, again, withoutPositions()); diff != "" {
				t.Errorf("the edited node reads differently (-written +read):\n%s", diff)
			}
		})
	}
}

// missingLines returns the lines of one text that occur less often in the other, in order.
func missingLines(of, in []byte) []string {
	left := map[string]int{}
	for line := range strings.Lines(string(in)) {
		left[line]++
	}
	var missing []string
	for line := range strings.Lines(string(of)) {
		if left[line]--; left[line] < 0 {
			missing = append(missing, strings.TrimSuffix(line, "\n"))
		}
	}
	return missing
}

func TestHandWrittenFileKeepsItsComments(t *testing.T) {
	t.Parallel()
	text := strings.ReplaceAll(handWritten, "{columnCounter: c1, stepCounter: a1}", "\n          columnCounter: c1")
	text = strings.ReplaceAll(text, "{columnCounter: c2, stepCounter: a1}", "\n          columnCounter: c2")
	formatted, isChanged, err := projectfile.Format("nodes/WORK-A.yml", []byte(text))
	must(t, err)
	if !isChanged {
		t.Error("nothing changed")
	}
	for _, comment := range []string{"# Who wrote this file.\n\nid: a1 # never change it\n", "    # keep it low\n    limit: 007\n", "      # the key\n      - columnReference:", "        name: V # the value\n"} {
		if !strings.Contains(string(formatted), comment) {
			t.Errorf("the comment is not where it was: %q in\n%s", comment, formatted)
		}
	}
}

func TestBrokenFilesAreNotOverwritten(t *testing.T) {
	t.Parallel()
	n := &transform.Node{ID: "1", Name: "A", Location: "W", Kind: transform.YAMLNode}
	for _, original := range []string{"a: b: c\n", "- a\n", "text\n"} {
		if written, err := projectfile.WriteNode(n, []byte(original)); err == nil {
			t.Errorf("%q was overwritten with\n%s", original, written)
		}
	}
}

func TestFileNames(t *testing.T) {
	t.Parallel()
	for display, want := range map[string]string{"Plain_1-a": "Plain_1-a", "Größe & more!": "Gremore", "../x": "x", "": ""} {
		if got := projectfile.FileName(display); got != want {
			t.Errorf("FileName(%q) = %q, want %q", display, got, want)
		}
	}
	n := &transform.Node{Location: "W 1", Name: "a.b", Kind: transform.SQLNode}
	if got := projectfile.NodePath(n); got != "nodes/W1-ab.sql" {
		t.Errorf("path %q", got)
	}
}

// TestNamesThatLookAlike writes two nodes whose names differ only in characters that file names drop.
func TestNamesThatLookAlike(t *testing.T) {
	t.Parallel()
	p := &transform.Project{Nodes: []*transform.Node{
		{ID: "1", Name: "a b", Location: "W", Kind: transform.YAMLNode}, {ID: "2", Name: "ab", Location: "W", Kind: transform.YAMLNode},
	}}
	files := projectfile.Files(p)
	if files["nodes/W-ab.yml"] == nil || files["nodes/W-ab_2.yml"] == nil {
		t.Errorf("files: %v", len(files))
	}
}
