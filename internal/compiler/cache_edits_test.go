package compiler_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// filesOf copies the files of a project.
func filesOf(t *testing.T, fsys fs.FS) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(fsys, name)
		files[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// editAny changes any file of the project at random: nodes, CSVs, macros, node types, locations, jobs, the manifest, and the options.
func (p *cachedProject) editAny(chance *rand.Rand, from fstest.MapFS) string {
	names := slices.Sorted(maps.Keys(p.files))
	if chance.IntN(3) > 0 {
		names = slices.DeleteFunc(names, func(name string) bool { return path.Dir(name) != "nodes" })
	}
	if len(names) == 0 {
		p.files = maps.Clone(from)
		return "restore all"
	}
	file, other := names[chance.IntN(len(names))], names[chance.IntN(len(names))]
	text, extension := string(p.files[file].Data), path.Ext(file)
	switch chance.IntN(12) {
	case 0:
		delete(p.files, file)
		return "delete " + file
	case 1:
		p.put(strings.TrimSuffix(file, extension)+"_2"+extension, p.files[file].Data)
		delete(p.files, file)
		return "rename " + file
	case 2:
		p.put(strings.TrimSuffix(file, extension)+"_copy"+extension, p.files[file].Data)
		return "copy " + file
	case 3:
		p.files[file], p.files[other] = p.files[other], p.files[file]
		return "swap " + file + " and " + other
	case 4:
		p.put(file, flipLetter(chance, p.files[file].Data))
		return "change a letter in " + file
	case 5:
		p.put(file, []byte(text[:chance.IntN(len(text)+1)]))
		return "cut " + file
	case 6:
		p.options.Parameters = map[string]any{"days": int64(chance.IntN(2))}
		return "parameter"
	case 7, 8:
		maps.Copy(p.files, from)
		return "restore"
	default:
		p.put(file, []byte(changeWord(chance, text)))
		return "change a word in " + file
	}
}

// flipLetter replaces one byte by another letter, so that the text keeps its length.
func flipLetter(chance *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	if len(text) > 0 {
		text[chance.IntN(len(text))] = byte('a' + chance.IntN(26))
	}
	return text
}

// checkAll compares everything that the cache can provide with a complete compilation: findings, fingerprints, edges, and columns
// and SQL of selected nodes.
func (p *cachedProject) checkAll(t *testing.T, what string, chance *rand.Rand) bool {
	t.Helper()
	want := compiler.Compile(p.files, p.options)
	if light, _ := compiler.ReadOutline(p.files, p.options, compiler.Cache{}); len(want.Nodes()) > 0 {
		compareOutlines(t, want, light)
	}
	if nodes := slices.DeleteFunc(slices.Clone(want.Nodes()), func(n *compiler.Node) bool { return n.Name == "" || n.Node.Type == "" }); len(nodes) > 0 {
		s := compiler.Selection{Include: randomSelector(chance, nodes, 1), WithUpstream: chance.IntN(2) == 0}
		got, _ := compiler.CompileSelected(p.files, p.options, compiler.Cache{Build: "a", Content: p.content}, s)
		if diff := cmp.Diff(sqlOf(t, want, selectedBy(t, want, s)), sqlOf(t, got, selectedBy(t, want, s))); diff != "" {
			t.Fatalf("%s: %+v:\n%s", what, s, diff)
		}
	}
	_, isUsed := p.check(t, what)
	return isUsed
}

func selectedBy(t *testing.T, c *compiler.Compilation, s compiler.Selection) []string {
	t.Helper()
	picked, _, err := c.Select(s.Include, s.Exclude)
	if err != nil {
		t.Fatal(err)
	}
	if s.WithUpstream && len(c.Graph.Cycles()) == 0 {
		return c.Graph.Set(picked.IDs...).WithUpstream().Keys()
	}
	return picked.IDs
}

// Whatever changes in the projects of this repository, which use all kinds of files, the cache changes no result.
func TestEditsOfTestProjects(t *testing.T) {
	t.Parallel()
	for name, fsys := range testProjects(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			chance := rand.New(rand.NewPCG(uint64(len(name)), 7))
			from := filesOf(t, fsys)
			p := newCachedProject(t, from)
			steps := 8
			if len(from) > 100 {
				steps = 2
			}
			if os.Getenv("MILLRACE_TEST_LONG") == "1" {
				steps *= 4
			}
			for step := range steps {
				what := fmt.Sprintf("step %d: %s; %s", step, p.editAny(chance, from), p.editAny(chance, from))
				p.checkAll(t, what, chance)
				if step%8 == 7 { // errors pile up
					p = newCachedProject(t, from)
				}
			}
		})
	}
}

// The macros in a text can read the columns of other nodes, which are not parsed when these are in the cache.
func TestMacrosThatReadOtherNodes(t *testing.T) {
	t.Parallel()
	const columns = "SELECT CONCAT({{ sources[0].dependencies[0].columns | map(attribute='name') | join(', ') }}) AS x FROM {{ ref('M', 'A') }} AS a"
	files := merged(typed("A", "Stage", "SELECT o.id AS a, o.amount AS b FROM {{ ref('M', 'ORDERS') }} AS o"), typed("X", "Stage", columns))
	p := newCachedProject(t, project(files))
	running := compiler.Compile(p.files, compiler.Options{})
	if found, text := findings(running), sqlOf(t, running, []string{"X"}); found != "" || !strings.Contains(text, "CONCAT(a, b)") {
		t.Fatal(found, text)
	}
	for _, step := range []struct{ file, text string }{
		{"nodes/M-X.sql", typed("X", "Stage", columns+" WHERE 1 = 1")["nodes/M-X.sql"]},
		{"nodes/M-A.sql", typed("A", "Stage", "SELECT o.id AS a, o.amount AS c FROM {{ ref('M', 'ORDERS') }} AS o")["nodes/M-A.sql"]},
		{"nodes/M-A.sql", typed("A", "Stage", "SELECT o.* FROM {{ ref('M', 'ORDERS') }} AS o")["nodes/M-A.sql"]}, //nolint:unqueryvet // a star has no columns of its own
	} {
		p.put(step.file, []byte(step.text))
		p.checkAll(t, step.file, rand.New(rand.NewPCG(1, 1)))
		running = running.Edit(p.files, step.file)
		if diff := cmp.Diff(outlineOf(compiler.Compile(p.files, compiler.Options{})), outlineOf(running)); diff != "" {
			t.Errorf("an edit of the running compilation differs:\n%s", diff)
		}
	}
}

// changingFile is a project in which the content of one file differs each time it is read.
type changingFile struct {
	fstest.MapFS

	name  string
	reads int
}

func (f *changingFile) Open(name string) (fs.File, error) {
	if name == f.name {
		f.reads++
		f.MapFS[name] = &fstest.MapFile{Data: fmt.Appendf(nil, "a,b%d\n1,2\n", f.reads)}
	}
	return f.MapFS.Open(name)
}

// seedNode returns a node that reads its rows from seeds/s.csv.
func seedNode(name string) map[string]string {
	return map[string]string{"nodes/M-" + name + ".yml": fmt.Sprintf("fileVersion: 1\nid: %q\nname: %s\ntype: Node\noperation:\n  type: sql\n  name: %s\n"+
		"  sqlType: Seed\n  locationName: M\n  materializationType: table\n  config:\n    file: seeds/s.csv\n", name, name, name)}
}

// A file that changes while it is read for several nodes is not what all of them have seen, so nothing is stored.
func TestFileThatChangesMeanwhile(t *testing.T) {
	t.Parallel()
	files := project(merged(seedNode("S1"), seedNode("S2"), map[string]string{"seeds/s.csv": "a,b\n1,2\n"}))
	compiled, stored := compiler.CompileOutline(files, compiler.Options{}, compiler.Cache{})
	if len(stored) == 0 || diagnostic.HasErrors(compiled.Diagnostics) {
		t.Fatal(compiled.Diagnostics)
	}
	if _, fresh := compiler.CompileOutline(&changingFile{MapFS: files, name: "seeds/s.csv"}, compiler.Options{Parameters: map[string]any{}}, compiler.Cache{}); fresh != nil {
		t.Error("a mixture of contents was stored")
	}
}

// Nodes that others read are complete if the caller asks for them.
func TestSelectionWithUpstream(t *testing.T) {
	t.Parallel()
	files := merged(typed("A", "Stage", "SELECT o.id FROM {{ ref('M', 'ORDERS') }} AS o"), typed("V", "View", "SELECT a.id FROM {{ ref('M', 'A') }} AS a"),
		typed("B", "Stage", "SELECT v.id FROM {{ ref('M', 'V') }} AS v"))
	for i := range 20 {
		maps.Copy(files, typed(fmt.Sprintf("OTHER%d", i), "View", "SELECT 1 AS id"))
	}
	p := newCachedProject(t, project(files))
	for _, c := range []struct {
		s    compiler.Selection
		want string
	}{
		{compiler.Selection{Include: "{ B }"}, "[B]"},
		{compiler.Selection{Include: "{ B }", WithUpstream: true}, "[A B V orders]"},
	} {
		got, _ := compiler.CompileSelected(p.files, p.options, compiler.Cache{Build: "a", Content: p.content}, c.s)
		var complete []transform.NodeID
		for _, n := range got.Nodes() {
			if n.Create != nil && n.Run != nil && n.DeployEnabled {
				complete = append(complete, n.ID)
			}
		}
		if slices.Sort(complete); fmt.Sprint(complete) != c.want {
			t.Errorf("%+v: %v are complete, want %s", c.s, complete, c.want)
		}
	}
}
