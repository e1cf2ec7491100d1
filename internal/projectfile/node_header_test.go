package projectfile_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/projectgen"
	"github.com/millrace/millrace/internal/sqltext"
)

// sqlNodes returns the texts of the SQL nodes of the repository's projects and of a generated one.
func sqlNodes(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../test/projects/*/nodes/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var texts []string
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(content))
	}
	for name, content := range projectgen.Generate(projectgen.Options{Seed: 1, Nodes: 100, SQLShare: 1, MacroHeavy: 0.1}).Files {
		if path.Ext(name) == ".sql" {
			texts = append(texts, string(content))
		}
	}
	return texts
}

// refsOf describes the refs that the compiler finds in a text.
func refsOf(refs []sqltext.Ref) string {
	var out strings.Builder
	for _, r := range refs {
		if r.Context == sqltext.InComment && !r.IsEdge() {
			continue
		}
		_, _ = fmt.Fprintln(&out, r.Function, r.Location, r.Node, r.Literal, r.IsEdge())
	}
	return out.String()
}

// checkHeader compares the header of a text with the parsed node. It returns false if the text must be parsed.
func checkHeader(t *testing.T, text string) bool {
	t.Helper()
	n, refs, ok := projectfile.ReadHeader("nodes/A-B.sql", []byte(text))
	if !ok {
		return false
	}
	want, _ := projectfile.ParseNode("nodes/A-B.sql", text)
	if n.ID != want.ID || n.Type != want.Type || n.Ref() != want.Ref() || n.Kind != want.Kind || n.File != want.File {
		t.Fatalf("the header is %+v, the node %+v:\n%s", n, want, text)
	}
	if got, parsed := refsOf(refs), refsOf(sqltext.Refs(text)); got != parsed {
		t.Fatalf("the refs of the header are\n%s\nthose of the text\n%s\n%s", got, parsed, text)
	}
	return true
}

// The text between two pairs of dollars is a string: a ref in it is none.
func TestHeaderOfTextWithDollars(t *testing.T) {
	t.Parallel()
	checkHeader(t, "@id(\"1\")\n@nodeType(\"Stage\")\n\nSELECT $$ AS a FROM {{ ref('A', 'B$$') }}\n")
}

// Where a header can be read, it has what the parsed node has, whatever the text.
func TestHeaderIsThatOfTheNode(t *testing.T) {
	t.Parallel()
	chance := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"@", "(", ")", "\"", "'", "{", "{{", "}}", "{%", "%}", "{#", "#}", "--", "/*", "*/", "\n", "\\", "$$", ",", ";",
		"@id(\"other\")\n", "@nodeType('X')\n", "@description(\"{{ ref('A', 'B') }}\")", "{{ ref('A', 'B') }}", "{{ ref_link('A', 'C') }}",
		"-- {{ ref('A', 'D') }}\n", "/* {{ ref_link(\"A\", \"D\") }} */", "{{ref( \"A\" , 'B' )}}", "{{ ref('A', 'B', 'C') }}", "{{ ref_no_link('A', 'E') }}",
		"{{ refs('A', 'B') }}", "{{ this }}", "'{{ ref('A', 'B') }}'", "{% raw %}{{ ref('A', 'B') }}{% endraw %}", "@flag", "@flag(true)\n", "@x()\n",
	}
	plain := 0
	texts := sqlNodes(t)
	for _, text := range texts {
		if checkHeader(t, text) {
			plain++
		}
		for range 60 {
			changed := text
			for range 1 + chance.IntN(3) {
				at := chance.IntN(len(changed) + 1)
				end := min(len(changed), at+chance.IntN(4))
				changed = changed[:at] + pieces[chance.IntN(len(pieces))] + changed[end:]
			}
			checkHeader(t, changed)
		}
	}
	if plain < len(texts)/2 {
		t.Errorf("only %d of %d nodes have plain headers", plain, len(texts))
	}
}
