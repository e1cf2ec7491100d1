package compiler_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
)

const yamlSource = "fileVersion: 1\nid: src\nname: SRC\ntype: Node\noperation:\n  type: sourceInput\n  name: SRC\n  locationName: M\n" +
	"  database: \"\"\n  schema: \"\"\n  sqlType: Source\n  metadata:\n    columns: []\n"

// Of two files with one id, the finding is about the copy, and its hint contains an id to use.
func TestCopiedNodeFilesAreBlamed(t *testing.T) {
	t.Parallel()
	same := func(name, query string) (file, text string) {
		return "nodes/M-" + name + ".sql", "@id(\"same\")\n@nodeType(\"Stage\")\n" + query + "\n"
	}
	cases := map[string]struct {
		files map[string]string
		copy  string
	}{
		"a file whose name does not fit": {map[string]string{"nodes/M-SRC-1.yml": yamlSource, "nodes/M-SRC.yml": yamlSource}, "nodes/M-SRC-1.yml"},
		"a longer name, later in order":  {map[string]string{"A": "", "A_OLD": ""}, "nodes/M-A_OLD.sql"},
		"a longer name, first in order":  {map[string]string{"B": "", "A_B": ""}, "nodes/M-A_B.sql"},
		"a name that says so":            {map[string]string{"COPIED": "", "SOUND": ""}, "nodes/M-COPIED.sql"},
		"a node that others read":        {map[string]string{"A": "", "B": "", "READER": "SELECT b.x FROM {{ ref('M', 'B') }} AS b"}, "nodes/M-A.sql"},
		"no other sign":                  {map[string]string{"A": "", "B": ""}, "nodes/M-B.sql"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fsys := project(nil)
			for key, content := range c.files {
				file, text := key, content
				switch {
				case content == "":
					file, text = same(key, "SELECT 1 AS x")
				case !strings.HasSuffix(key, ".yml"):
					file, text = node(key, content)
				}
				fsys[file] = &fstest.MapFile{Data: []byte(text)}
			}
			blamed := duplicates(compiler.Compile(fsys, compiler.Options{}))
			if len(blamed) != 1 || blamed[0].File != c.copy {
				t.Fatalf("want %s, got %v", c.copy, blamed)
			}
			checkHintOfCopy(t, fsys, blamed[0])
		})
	}
}

func duplicates(c *compiler.Compilation) []diagnostic.Diagnostic {
	var found []diagnostic.Diagnostic
	for _, d := range c.Diagnostics {
		if d.Code == diagnostic.DuplicateID {
			found = append(found, d)
		}
	}
	return found
}

// checkHintOfCopy follows the hint and expects no finding about ids.
func checkHintOfCopy(t *testing.T, fsys fstest.MapFS, d diagnostic.Diagnostic) {
	t.Helper()
	text := string(fsys[d.File].Data)
	if _, rest, ok := strings.Cut(d.Hint, "@id("); ok {
		id, _, _ := strings.Cut(rest, ")")
		text = strings.Replace(text, "@id(\"same\")", "@id("+id+")", 1)
	} else {
		_, rest, _ := strings.Cut(d.Hint, "replace its id with ")
		id, _, _ := strings.Cut(rest, ",")
		text = strings.Replace(text, "id: src", "id: "+id, 1)
	}
	fsys[d.File] = &fstest.MapFile{Data: []byte(text)}
	if left := duplicates(compiler.Compile(fsys, compiler.Options{})); len(left) > 0 {
		t.Errorf("after following the hint %q: %v", d.Hint, left)
	}
}
