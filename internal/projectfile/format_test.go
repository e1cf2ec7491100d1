package projectfile_test

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

func TestFormat(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		file, content, want string // want is the content if it is empty
	}{
		"keys are sorted":           {"data.yml", "platformKind: 'duckdb'\nfileVersion: 3\n", "fileVersion: 3\nplatformKind: duckdb\n"},
		"flow becomes block":        {"locations.yml", "locations: [A, 'B']\n", "locations:\n  - A\n  - B\n"},
		"ids that look like number": {"jobs/a-1.yml", "id: '12'\nx: 12\n", "id: \"12\"\nx: 12\n"},
		"ids become texts":          {"jobs/a-3.yml", "id: 3\nx: 3\n", "id: \"3\"\nx: 3\n"},
		"ids in subgraphs":          {"subgraphs/a-1.yml", "id: 007\nsteps: [1, a]\n", "id: \"007\"\nsteps:\n  - \"1\"\n  - a\n"},
		"ids in nodes": {
			"nodes/A-B.yml",
			"id: 1\noperation:\n  config:\n    id: 2\n    key:\n      columnCounter: 3\n      stepCounter: 1\n  metadata:\n" +
				"    enabledColumnTestIDs:\n      - 4\n    sourceMapping:\n      - aliases:\n          B: 5\n  sqlType: 6\n",
			"id: \"1\"\noperation:\n  config:\n    id: 2\n    key:\n      columnCounter: \"3\"\n      stepCounter: \"1\"\n  metadata:\n" +
				"    enabledColumnTestIDs:\n      - \"4\"\n    sourceMapping:\n      - aliases:\n          B: \"5\"\n  sqlType: \"6\"\n",
		},
		"ids of the wrong kind": {"nodes/A-B.yml", "id:\n  - 1\noperation: 2\n", ""},
		"no ids":                {"data.yml", "id: 3\n", ""},
		"the head stays":        {"jobs/a-1.yml", "# of the file\nname: b\nid: a\n", "# of the file\nid: a\nname: b\n"},
		"lists are indented":    {"subgraphs/a-1.yml", "steps:\n- a\n", "steps:\n  - a\n"},
		"windows and marks":     {"jobs/a-1.yml", "\ufeffid: a\r\nname: b\r\n", "id: a\nname: b\n"},
		"package contents":      {"packages/p/macros/macro-1.yml", "name: a\nid: b\n", "id: b\nname: a\n"},
		"a panel stays as it is": {
			"nodeTypes/A-1/definition.yml", "metadata:\n  nodeMetadataSpec: |\n    b:   1\n    a: [ 1 ] # why\n    \t- tab\n", "",
		},
		"templates stay": {"nodeTypes/A-1/run.sql.j2", "SELECT 1   \r\n\n\n", ""},
		"other files":    {"README.md", "b: 1\na: 2   \n", ""},
		"other YAML":     {"docs/x.yml", "b: 1\na: 2   \n", ""},
		"other SQL":      {"queries/x.sql", "SELECT 1   \n", ""},
		"SQL nodes": {
			"nodes/A-B.sql", "@id(\"1\")  \r\n\r\nSELECT 'two  \r\nlines' AS a, -- note  \r\n  1 AS b /* x  \n y */\n\n\n",
			"@id(\"1\")\n\nSELECT 'two  \r\nlines' AS a, -- note\n  1 AS b /* x\n y */\n",
		},
		"SQL without a last line end": {"nodes/A-B.sql", "SELECT 1", "SELECT 1\n"},
		"Jinja in SQL":                {"nodes/A-B.sql", "SELECT {{ x  \n }}  \nFROM t\n", "SELECT {{ x  \n }}\nFROM t\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := tt.want
			if want == "" {
				want = tt.content
			}
			got, isChanged, err := projectfile.Format(tt.file, []byte(tt.content))
			if err != nil || string(got) != want || isChanged != (want != tt.content) {
				t.Fatalf("changed %v, %v\n got %q\nwant %q", isChanged, err, got, want)
			}
			again, isChanged, err := projectfile.Format(tt.file, got)
			if err != nil || isChanged {
				t.Errorf("not the same the second time: %v\n%q", err, again)
			}
		})
	}
}

func TestFormatRejectsFilesThatWouldLoseContent(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ content, want string }{
		"comment in flow": {"b: [1, # one\n  2]\na: 1\n", "comments"},
		"anchor":          {"b: &x 1\na: *x\n", "anchors"},
		"tag":             {"b: !thing 1\n", "tags"},
		"key twice":       {"b: 1\nb: 2\n", "occurs twice"},
		"not YAML":        {"b: 1: 2\n", "not YAML"},
	} {
		got, isChanged, err := projectfile.Format("data.yml", []byte(tt.content))
		if err == nil || !strings.Contains(err.Error(), tt.want) || isChanged || string(got) != tt.content {
			t.Errorf("%s: changed %v, %v\n%s", name, isChanged, err, got)
		}
	}
	if _, _, err := projectfile.Format("nodes/A-B.sql", []byte("SELECT '\xff'")); err == nil {
		t.Error("SQL that is not UTF-8 was formatted")
	}
}

func TestFormatFile(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{
		"data.yml":          {Data: []byte("b: 1\na: 2\n")},
		"locations.yml":     {Data: []byte("a: 1\n")},
		"nodes/A-LARGE.sql": {Data: bytes.Repeat([]byte(" "), 3<<20)},
		"seeds/large.csv":   {Data: bytes.Repeat([]byte(" "), 3<<20)},
		"jobs/link.yml":     {Data: []byte("../data.yml"), Mode: fs.ModeSymlink},
	}
	for file, tt := range map[string]struct{ want, err string }{
		"data.yml":          {want: "a: 2\nb: 1\n"},
		"locations.yml":     {},
		"nodes/A-LARGE.sql": {err: "too large"},
		"seeds/large.csv":   {},
		"jobs/link.yml":     {err: "symbolic link"},
		"jobs/none.yml":     {err: "not exist"},
	} {
		got, isChanged, err := projectfile.FormatFile(fsys, file, nil)
		if string(got) != tt.want || isChanged != (tt.want != "") {
			t.Errorf("%s: changed %v to %q, want %q", file, isChanged, got, tt.want)
		}
		if (err != nil) != (tt.err != "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: %v, want %q", file, err, tt.err)
		}
	}
}

func TestNodesGetIDs(t *testing.T) {
	t.Parallel()
	newID := func() transform.NodeID { return "3f2c" }
	for name, tt := range map[string]struct{ file, content, want string }{ // want is the content if it is empty
		"before the other annotations": {"nodes/A-B.sql", "-- about B\n@nodeType(\"View\")\nSELECT 1 AS x\n", "-- about B\n@id(\"3f2c\")\n@nodeType(\"View\")\nSELECT 1 AS x\n"},
		"without annotations":          {"nodes/A-B.sql", "SELECT 1 AS x\n", "@id(\"3f2c\")\n\nSELECT 1 AS x\n"},
		"not in a comment":             {"nodes/A-B.sql", "-- @id(\"1\")\n@nodeType(\"View\")\nSELECT 1 AS x\n", "-- @id(\"1\")\n@id(\"3f2c\")\n@nodeType(\"View\")\nSELECT 1 AS x\n"},
		"of a column":                  {"nodes/A-B.sql", "@nodeType(\"View\")\nSELECT 1 AS x @id(\"7\")\n", "@id(\"3f2c\")\n@nodeType(\"View\")\nSELECT 1 AS x @id(\"7\")\n"},
		"one that has an id":           {"nodes/A-B.sql", "@nodeType(\"View\")\n@id(\"1\")\nSELECT 1 AS x\n", ""},
		"an empty id":                  {"nodes/A-B.sql", "@id(\"\")\nSELECT 1 AS x\n", ""},
		"YAML":                         {"nodes/A-B.yml", "# about B\nname: B\noperation:\n  type: sql\n", "# about B\nid: 3f2c\nname: B\noperation:\n  type: sql\n"},
		"YAML with an id":              {"nodes/A-B.yml", "id: 1\noperation: {}\n", "id: \"1\"\noperation: {}\n"},
		"YAML that is not a node":      {"nodes/notes.yml", "name: B\n", ""},
		"another part":                 {"jobs/A-1.yml", "name: A\noperation: 1\n", ""},
	} {
		fsys := fstest.MapFS{tt.file: {Data: []byte(tt.content)}}
		got, isChanged, err := projectfile.FormatFile(fsys, tt.file, newID)
		if err != nil || string(got) != tt.want || isChanged != (tt.want != "") {
			t.Errorf("%s: changed %v, %v\n got %q\nwant %q", name, isChanged, err, got, tt.want)
		}
	}
}
