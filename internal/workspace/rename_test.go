package workspace_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// rename renames WORK.ORDERS to WORK.SALES after writing the given file, and returns the new content of that file.
func rename(t *testing.T, wanted workspace.Rename, path, content string) string {
	t.Helper()
	f := newFixture(t)
	n := f.newStage("ORDERS")
	f.put(map[string][]byte{
		path:            []byte(content),
		"locations.yml": []byte("fileVersion: 1\nlocations:\n  - WORK\n  - MART\n"),
	})
	_, err := f.RenameNode(t.Context(), f.actor, f.id, n.ID, wanted)
	must(t, err)
	if _, left := f.view().Folder.Files[n.File]; left {
		t.Errorf("the old file %s still exists", n.File)
	}
	return f.file(path)
}

const textHead = "@id(\"7d0c0a0e-0000-4000-8000-000000000009\")\n@nodeType(\"Stage\")\n"

func TestRenameUpdatesRefsInSQL(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ before, after string }{
		"by name, without an alias": {
			`SELECT ORDERS.id, "ORDERS"."x" FROM {{ ref('WORK','ORDERS') }}`, `SELECT SALES.id, "SALES"."x" FROM {{ ref('WORK','SALES') }}`,
		},
		"an alias of the same name": {
			`SELECT orders.id FROM {{ref("WORK", "ORDERS")}} AS orders`, `SELECT SALES.id FROM {{ref("WORK", "SALES")}} AS SALES`,
		},
		"an alias of its own": {
			`SELECT o.id, ORDERS FROM {{ ref('WORK', 'ORDERS') }} o`, `SELECT o.id, ORDERS FROM {{ ref('WORK', 'SALES') }} o`,
		},
		"without an edge": {
			`SELECT 1 AS x {{ ref_link('WORK','ORDERS') }} FROM {{ ref_no_link('WORK','ORDERS') }} t`,
			`SELECT 1 AS x {{ ref_link('WORK','SALES') }} FROM {{ ref_no_link('WORK','SALES') }} t`,
		},
		"another location":       {`SELECT 1 AS x FROM {{ ref('MART','ORDERS') }} t`, `SELECT 1 AS x FROM {{ ref('MART','ORDERS') }} t`},
		"a similar literal":      {`SELECT 'ref(''WORK'',''ORDERS'')' AS x`, `SELECT 'ref(''WORK'',''ORDERS'')' AS x`},
		"a column with the name": {`SELECT a.ORDERS.x FROM {{ ref('WORK','ORDERS') }}`, `SELECT a.ORDERS.x FROM {{ ref('WORK','SALES') }}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := rename(t, workspace.Rename{Name: "SALES"}, "nodes/WORK-READER.sql", textHead+test.before)
			if got != textHead+test.after {
				t.Errorf("got\n%s\nwant\n%s", got, textHead+test.after)
			}
		})
	}
}

func TestRenameToAnotherLocation(t *testing.T) {
	t.Parallel()
	got := rename(t, workspace.Rename{Location: "MART"}, "nodes/WORK-READER.sql", textHead+`SELECT ORDERS.id FROM {{ ref('WORK','ORDERS') }}`)
	if !strings.HasSuffix(got, `SELECT ORDERS.id FROM {{ ref('MART','ORDERS') }}`) {
		t.Errorf("got\n%s", got)
	}
}

func TestRenameUpdatesMacros(t *testing.T) {
	t.Parallel()
	got := rename(t, workspace.Rename{Name: "SALES"}, "macros/macro-1.yml",
		"id: \"1\"\nname: macro\ntype: Macro\nmacroString: |-\n  {% macro m() %}{{ ref('WORK','ORDERS') }}{% endmacro %}\n")
	if !strings.Contains(got, "{{ ref('WORK','SALES') }}") {
		t.Errorf("got\n%s", got)
	}
}

func TestRenameUpdatesSelectors(t *testing.T) {
	t.Parallel()
	for before, after := range map[string]string{
		`{ ORDERS }`:                           `{ SALES }`,
		`+{ name: orders }+`:                   `+{ name: SALES }+`,
		`{ location: WORK name: 'ORDERS' }`:    `{ location: WORK name: SALES }`,
		`{ name: ORDERS } OR { name: ORDERS }`: `{ name: SALES } OR { name: SALES }`,
		`{ name: ORDERS* }`:                    `{ name: ORDERS* }`,
		`{ name: MY_ORDERS }`:                  `{ name: MY_ORDERS }`,
		`{ location: ORDERS }`:                 `{ location: ORDERS }`,
		`{ name: `:                             `{ name: `,
	} {
		t.Run(before, func(t *testing.T) {
			t.Parallel()
			got := rename(t, workspace.Rename{Name: "SALES"}, "jobs/J-1.yml", "id: \"1\"\nname: J\nincludeSelector: >-\n  "+before+"\n")
			if !strings.Contains(got, after) {
				t.Errorf("got\n%s\nwant %s", got, after)
			}
		})
	}
}

// A rename keeps a valid project valid: no node of a chain gets an error, and its SQL changes only in names.
func TestRenameKeepsProjectValid(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.newStage("A")
	draft := *first.Node.Node
	draft.Columns = []transform.Column{{Name: "ID", DataType: "INTEGER"}, {Name: "V", DataType: "VARCHAR"}}
	_, err := f.SetNode(t.Context(), f.actor, f.id, first.ID, workspace.NodeDraft{Node: draft})
	must(t, err)
	second := f.newStage("B", first.ID)
	third := f.newStage("C", first.ID, second.ID)
	before := len(errorsOf(f))
	for _, step := range []struct {
		node transform.NodeID
		name string
	}{{first.ID, "A B"}, {second.ID, "Ж"}, {first.ID, "B"}, {third.ID, "A"}} {
		_, err := f.RenameNode(t.Context(), f.actor, f.id, step.node, workspace.Rename{Name: step.name})
		must(t, err)
		if found := errorsOf(f); len(found) != before {
			t.Fatalf("after a rename to %s: %v", step.name, found)
		}
	}
	n, err := f.Node(t.Context(), f.actor.Organization, f.id, third.ID)
	must(t, err)
	if want := "FROM {{ ref('WORK', 'B') }} \"B\"\nINNER JOIN {{ ref('WORK', 'Ж') }} \"Ж\"\n  ON \"B\".\"ID\" = \"Ж\".\"ID\"\n" +
		"  AND \"B\".\"V\" = \"Ж\".\"V\""; n.Sources[0].Join != want {
		t.Errorf("the join is\n%s\nwant\n%s", n.Sources[0].Join, want)
	}
	if up := f.view().Compilation.Graph.Upstream(string(third.ID)); len(up) != 2 {
		t.Errorf("upstream of the third is %v", up)
	}
}

func errorsOf(f *fixture) (found []string) {
	for _, d := range f.view().Compilation.Diagnostics {
		if d.Severity == diagnostic.Error {
			found = append(found, d.String())
		}
	}
	return found
}
