package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// draft previews an unsaved version of a node.
func (b *workspaceFixture) draft(id string, body object) apptest.Response {
	b.t.Helper()
	return b.Post(b.token, b.path+"/nodes/"+id+"/draft", body)
}

// nodeDraft is the part of the response that the tests read.
type nodeDraft struct {
	Node        object
	Run         []struct{ SQL string }
	Diagnostics []struct {
		Code, Message, ColumnID string
		Line                    int
	}
	Options struct {
		Groups []struct {
			Name      string
			IsEnabled bool
			Items     []struct {
				Type, AttributeName, EnableIf string
				IsEnabled                     bool
			}
		}
		NodeAnnotations []struct{ Name string }
	}
}

func (b *workspaceFixture) draftOf(id string, body object) nodeDraft {
	b.t.Helper()
	var made nodeDraft
	b.draft(id, body).Want(http.StatusOK).JSON(&made)
	return made
}

// A draft is validated and rendered, fields are written into its text, its rows can be read, and nothing is saved.
func TestDraftOfTextIsPreviewedAndNotSaved(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newWorkspaceFixture(t, database)
		saved := b.create(object{"nodeType": "StageSQL", "name": "NUMBERS", "sql": "SELECT 1 AS id, 'a' AS name"})
		id := wordOf(saved["id"])
		text := object{"name": "NUMBERS", "nodeType": "StageSQL", "sql": "@nodeType(\"StageSQL\")\nSELECT 2 AS id,\n  'b' AS name"}
		first := b.draftOf(id, object{"node": text})
		if len(first.Diagnostics) > 0 || len(first.Run) == 0 || len(first.Options.NodeAnnotations) == 0 {
			t.Fatalf("the draft is %+v", first)
		}

		changed := first.Node
		columnNamed(changed, "NAME")["description"] = "who"
		columnNamed(changed, "ID")["transform"] = "3"
		second := b.draftOf(id, object{"base": text, "node": changed})
		if got := wordOf(second.Node["sql"]); !strings.HasSuffix(got, "SELECT 3 AS id,\n  'b' AS name @description(\"who\")") {
			t.Errorf("with changed fields the text is\n%s", got)
		}
		var data struct{ Rows [][]any }
		b.Post(b.token, b.path+"/nodes/"+id+"/draft/data?limit=1", second.Node).Want(http.StatusOK).JSON(&data)
		if len(data.Rows) != 1 || data.Rows[0][0] != float64(3) {
			t.Errorf("the rows of the draft are %v", data.Rows)
		}

		broken := b.draftOf(id, object{"node": object{"name": "NUMBERS", "nodeType": "StageSQL", "sql": "SELECT x.id\nFROM {{ ref('WORK', 'NOWHERE') }} AS x"}})
		if len(broken.Diagnostics) == 0 || broken.Diagnostics[0].Line == 0 {
			t.Errorf("the diagnostics of a broken draft are %+v", broken.Diagnostics)
		}
		wantFault(t, b.draft(id, object{"node": object{"name": "NUMBERS", "nodeType": "Frog"}}), http.StatusBadRequest, "Frog")
		wantFault(t, b.draft("nobody", object{"node": text}), http.StatusNotFound, "nobody")
		if after := b.node(id); asJSON(t, after) != asJSON(t, b.node(id)) || after["sql"] != saved["sql"] {
			t.Errorf("after the previews the node is %s", asJSON(t, after))
		}
	})
}

// The conditions of the options panel are evaluated for the draft, and a diagnostic names its column.
func TestDraftOfMappingHasOptions(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	source := b.source("RAW", column("ID", "INTEGER"))
	node := b.create(object{"nodeType": "Fact", "name": "FCT", "predecessorNodeIDs": []string{wordOf(source["id"])}})
	id := wordOf(node["id"])
	isEnabled := func(made nodeDraft, group string) bool {
		for _, g := range made.Options.Groups {
			if g.Name == group {
				return g.IsEnabled
			}
		}
		t.Fatalf("there is no group %s in %+v", group, made.Options)
		return false
	}
	if !isEnabled(b.draftOf(id, object{"node": node}), "Keys") {
		t.Error("the keys of a table are disabled")
	}
	node["materializationType"] = "view"
	if isEnabled(b.draftOf(id, object{"node": node}), "Keys") {
		t.Error("the keys of a view are enabled")
	}
	key := columnNamed(node, "ID")
	key["transform"] = "{{ ref('WORK', 'NOWHERE') }}.ID"
	found := b.draftOf(id, object{"node": node}).Diagnostics
	if len(found) == 0 || found[0].ColumnID != key["columnID"] {
		t.Errorf("the diagnostics are %+v, want one of column %v", found, key["columnID"])
	}
}
