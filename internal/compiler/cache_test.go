package compiler_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/projectgen"
	"github.com/millrace/millrace/internal/transform"
)

// shown is everything that commands print from an outline.
func shown(t *testing.T, o *compiler.Outline) string {
	t.Helper()
	type node struct{ ID, Name, Location, Type, File, Fingerprint string }
	all := struct {
		Nodes       []node
		Edges       any
		Order       []string
		Levels      any
		Diagnostics any
	}{Edges: o.Graph.Edges(), Order: o.Graph.Order(), Levels: o.Graph.Levels(), Diagnostics: o.Diagnostics}
	for _, n := range o.Nodes() {
		all.Nodes = append(all.Nodes, node{string(n.ID), n.Name, n.Location, string(n.Node.Type), n.File, n.Fingerprint})
	}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// cachedProject is a project that is compiled with a cache after every change of its files.
type cachedProject struct {
	files   fstest.MapFS
	options compiler.Options
	content []byte
}

func newCachedProject(t *testing.T, fsys fs.FS) *cachedProject {
	t.Helper()
	p := &cachedProject{files: filesOf(t, fsys)}
	p.check(t, "first")
	return p
}

func (p *cachedProject) put(name string, content []byte) {
	p.files[name] = &fstest.MapFile{Data: content}
}

// check compiles with the cache and without, and compares the results and what is stored, byte for byte. It returns the nodes that
// were compiled; the last result is false if the cache could not be used.
func (p *cachedProject) check(t *testing.T, what string) ([]string, bool) {
	t.Helper()
	compiled, isUsed := compiler.CompiledWithCache(p.files, p.options, compiler.Cache{Build: "a", Content: p.content})
	got, fresh := compiler.CompileOutline(p.files, p.options, compiler.Cache{Build: "a", Content: p.content})
	want, complete := compiler.CompileOutline(p.files, p.options, compiler.Cache{Build: "a"})
	if diff := cmp.Diff(shown(t, want), shown(t, got)); diff != "" {
		t.Fatalf("%s: with the cache the result differs (-without +with):\n%s", what, diff)
	}
	if fresh != nil || complete == nil {
		p.content = fresh
	}
	if string(p.content) != string(complete) {
		t.Fatalf("%s: the cache differs from that of a complete compilation:\n%s", what,
			strings.Join(compiler.DifferentRecords(p.content, complete, p.options, "a"), "\n\n"))
	}
	return compiled, isUsed
}

// edit changes one file at random.
func (p *cachedProject) edit(chance *rand.Rand, from *projectgen.Project) string {
	nodes := slices.DeleteFunc(slices.Sorted(maps.Keys(p.files)), func(name string) bool { return path.Dir(name) != "nodes" })
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(p.files)), func(name string) bool { return path.Dir(name) == "nodes" })
	file := nodes[chance.IntN(len(nodes))]
	text := string(p.files[file].Data)
	switch chance.IntN(12) {
	case 0:
		delete(p.files, file)
		return "delete " + file
	case 1:
		for name, content := range from.Files {
			if _, exists := p.files[name]; !exists {
				p.put(name, content)
				return "restore " + name
			}
		}
		return "nothing"
	case 2:
		renamed := strings.TrimSuffix(file, path.Ext(file)) + "_2" + path.Ext(file)
		p.put(renamed, p.files[file].Data)
		delete(p.files, file)
		return "rename " + file
	case 3:
		file = others[chance.IntN(len(others))]
		p.put(file, append(slices.Clone(p.files[file].Data), '\n'))
		return "edit " + file
	case 4, 5, 6:
		p.put(file, []byte(changeWord(chance, text)))
		return "change a word in " + file
	case 7:
		p.put(file, []byte(text[:chance.IntN(len(text))]))
		return "cut " + file
	case 8:
		p.put(file, from.Files[file])
		if from.Files[file] == nil {
			delete(p.files, file)
		}
		return "restore " + file
	default:
		edit := from.Edits(chance.Uint64(), 2)[chance.IntN(2)]
		p.put(edit.Path, edit.Content)
		return edit.Description
	}
}

// changeWord replaces a word of a text by another word of it, or adds a letter to it.
func changeWord(chance *rand.Rand, text string) string {
	isSpace := func(r rune) bool { return strings.ContainsRune(" \n\t(),.'\":", r) }
	words := strings.FieldsFunc(text, isSpace)
	if len(words) == 0 {
		return text + "x"
	}
	old, other := words[chance.IntN(len(words))], words[chance.IntN(len(words))]
	if chance.IntN(2) == 0 {
		other = old + "x"
	}
	return strings.Replace(text, old, other, 1)
}

// Whatever changes in a project, the result with the cache is that of a complete compilation.
func TestCachedResultsAreThoseOfACompilation(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			chance := rand.New(rand.NewPCG(seed, 5))
			o := projectgen.Typical(seed, 60)
			o.MacroHeavy = 0.1
			from := projectgen.Generate(o)
			p := newCachedProject(t, from.FS())
			used := 0
			for step := range 60 {
				what := fmt.Sprintf("step %d: ", step)
				for range 1 + chance.IntN(2) {
					what += p.edit(chance, from) + "; "
				}
				if _, isUsed := p.check(t, what); isUsed {
					used++
				}
				if step%15 == 14 { // errors pile up
					p.files = newCachedProject(t, from.FS()).files
					p.check(t, "start again")
				}
			}
			if used < 10 {
				t.Errorf("only %d of 60 compilations used the cache", used)
			}
		})
	}
}

// An edit compiles the node and those that can see the change, and no others.
func TestOnlyAffectedNodesAreCompiled(t *testing.T) {
	t.Parallel()
	describing := nodeTypeFiles("{{ stage('Create') }} CREATE TABLE t AS {{ sources[0].query }}",
		"{{ stage('Load') }} SELECT '{{ sources[0].columns[0].sourceColumns[0].column.description }} {{ sources[0].dependencies[0].node.description }}'")
	files := merged(describing, typed("A", "Stage", "SELECT o.id AS a, o.amount AS b FROM {{ ref('M', 'ORDERS') }} AS o"),
		typed("B", "Stage", "SELECT a.* FROM {{ ref('M', 'A') }} AS a"), //nolint:unqueryvet // a star follows the columns upstream
		typed("C", "T", "SELECT b.a FROM {{ ref('M', 'B') }} AS b"),
		typed("D", "Stage", "SELECT c.a FROM {{ ref('M', 'C') }} AS c"), typed("E", "Stage", "SELECT 1 AS e"))
	p := newCachedProject(t, project(files))
	running := compiler.Compile(p.files, compiler.Options{})
	steps := []struct{ what, file, text, want string }{
		{"nothing", "nodes/M-E.sql", files["nodes/M-E.sql"], "[]"},
		{"another expression", "nodes/M-A.sql", typed("A", "Stage", "SELECT o.id AS a, o.amount AS b FROM /* all */ {{ ref('M', 'ORDERS') }} AS o")["nodes/M-A.sql"], "[M.A]"},
		{"a comment at the top", "nodes/M-B.sql", "-- B\n" + files["nodes/M-B.sql"], "[M.B]"},
		{"another column", "nodes/M-A.sql", typed("A", "Stage", "SELECT o.id AS a, o.amount AS c FROM {{ ref('M', 'ORDERS') }} AS o")["nodes/M-A.sql"], "[M.A M.B M.C]"},
		{"a description that a template prints", "nodes/M-B.sql", "@description(\"new\")\n" + files["nodes/M-B.sql"], "[M.B M.C]"},
		{"a column less", "nodes/M-C.sql", typed("C", "T", "SELECT 1 AS z")["nodes/M-C.sql"], "[M.C M.D]"},
		{"a new node", "nodes/M-F.sql", typed("F", "Stage", "SELECT 1 AS f")["nodes/M-F.sql"], "[M.C M.F]"},
		{"a ref to a new node", "nodes/M-E.sql", typed("E", "Stage", "SELECT g.x FROM {{ ref('M', 'G') }} AS g")["nodes/M-E.sql"], "[M.E]"},
		{"that node", "nodes/M-G.sql", typed("G", "Stage", "SELECT 1 AS x")["nodes/M-G.sql"], "[M.C M.E M.G]"},
		{"without it", "nodes/M-G.sql", "", "[M.C M.E]"},
	}
	for _, step := range steps {
		if p.put(step.file, []byte(step.text)); step.text == "" {
			delete(p.files, step.file)
		}
		if compiled, isUsed := p.check(t, step.what); !isUsed || fmt.Sprint(compiled) != step.want {
			t.Errorf("%s: compiled %v, want %s", step.what, compiled, step.want)
		}
		running = running.Edit(p.files, step.file)
		if diff := cmp.Diff(outlineOf(compiler.Compile(p.files, compiler.Options{})), outlineOf(running)); diff != "" {
			t.Errorf("%s: an edit of the running compilation differs:\n%s", step.what, diff)
		}
	}
}

// What every node may depend on makes the cache useless: macros, node types, locations, the manifest, and the options.
func TestSettingsMakeTheCacheUseless(t *testing.T) {
	t.Parallel()
	files := merged(macro("{% macro one() %}1{% endmacro %}"), nodeTypeFiles("", ""), typed("A", "Stage", "SELECT {{ one() }} AS a"))
	files["nodes/M-S.yml"] = "fileVersion: 1\nid: s\nname: S\ntype: Node\noperation:\n  type: sql\n  sqlType: Seed\n  locationName: M\n" +
		"  materializationType: table\n  config:\n    file: seeds/s.csv\n"
	files["seeds/s.csv"] = "a,b\n1,2\n"
	p := newCachedProject(t, project(files))
	for _, change := range []struct{ file, text string }{
		{"macros/m.yml", macro("{% macro one() %}2{% endmacro %}")["macros/m.yml"]},
		{"nodeTypes/T-T/run.sql.j2", "{{ stage('Load') }} SELECT 1"},
		{"locations.yml", "fileVersion: 1\nlocations:\n  - M\n  - N\n"},
		{"data.yml", "fileVersion: 3\nplatformKind: postgres\n"},
		{"workspace.yml", "locations:\n  M:\n    schema: other\n"},
	} {
		p.put(change.file, []byte(change.text))
		if _, isUsed := p.check(t, change.file); isUsed {
			t.Errorf("%s: the cache was used", change.file)
		}
	}
	for i, o := range []compiler.Options{
		{Parameters: map[string]any{"a": int64(1)}}, {Parameters: map[string]any{"a": 1.0}}, {Platform: "duckdb"}, {DefaultDatabase: "d"},
	} {
		p.options = o
		if _, isUsed := p.check(t, fmt.Sprint("options ", i)); isUsed {
			t.Errorf("options %d: the cache was used", i)
		}
	}
	p.put("seeds/s.csv", []byte("a,c\n1,2\n"))
	if compiled, isUsed := p.check(t, "seed"); !isUsed || fmt.Sprint(compiled) != "[M.S]" {
		t.Errorf("seed: compiled %v", compiled)
	}
	p.put("jobs/j.yml", []byte("fileVersion: 1\nid: \"1\"\nname: J\ntype: Job\nincludeSelector: \"{ NONE }\"\n"))
	if compiled, isUsed := p.check(t, "job"); !isUsed || len(compiled) > 0 {
		t.Errorf("job: compiled %v", compiled)
	}
	if _, isUsed := compiler.CompiledWithCache(p.files, p.options, compiler.Cache{Build: "b", Content: p.content}); isUsed {
		t.Error("the cache of another build was used")
	}
}

// A damaged cache is ignored.
func TestDamagedCacheIsIgnored(t *testing.T) {
	t.Parallel()
	fsys := projectgen.Generate(projectgen.Typical(2, 30)).FS()
	want, content := compiler.CompileOutline(fsys, compiler.Options{}, compiler.Cache{})
	chance := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		damaged := slices.Clone(content)
		switch chance.IntN(3) {
		case 0:
			damaged = damaged[:chance.IntN(len(damaged))]
		case 1:
			damaged[chance.IntN(len(damaged))] ^= byte(1 + chance.IntN(255))
		default:
			damaged = append(damaged, damaged[:chance.IntN(100)+1]...)
		}
		got, fresh := compiler.CompileOutline(fsys, compiler.Options{}, compiler.Cache{Content: damaged})
		if string(fresh) != string(content) || shown(t, got) != shown(t, want) {
			t.Fatalf("a damaged cache was used")
		}
	}
}

// sqlOf returns the SQL and the findings of nodes.
func sqlOf(t *testing.T, c *compiler.Compilation, ids []string) string {
	t.Helper()
	var out strings.Builder
	for _, id := range ids {
		n, ok := c.Node(transform.NodeID(id))
		if !ok {
			t.Fatalf("no node %s", id)
		}
		text, err := json.Marshal([]any{n.Create, n.Run, n.Columns, n.Fingerprint, n.HasErrors(), c.Graph.Upstream(id)})
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(text, '\n'))
	}
	text, err := json.Marshal(c.Diagnostics)
	if err != nil {
		t.Fatal(err)
	}
	return out.String() + string(text)
}

// The selected nodes of a project are the same with a cache as in a complete compilation.
func TestSelectedNodesAreThoseOfACompilation(t *testing.T) {
	t.Parallel()
	from := projectgen.Generate(projectgen.Typical(3, 80))
	p := newCachedProject(t, from.FS())
	chance := rand.New(rand.NewPCG(3, 5))
	for step := range 25 {
		what := p.edit(chance, from)
		want := compiler.Compile(p.files, compiler.Options{})
		selected := compiler.Selection{Include: randomSelector(chance, want.Nodes(), 1)}
		picked, _, err := want.Select(selected.Include, "")
		if err != nil {
			t.Fatal(err)
		}
		got, _ := compiler.CompileSelected(p.files, compiler.Options{}, compiler.Cache{Build: "a", Content: p.content}, selected)
		if diff := cmp.Diff(sqlOf(t, want, picked.IDs), sqlOf(t, got, picked.IDs)); diff != "" {
			t.Fatalf("step %d, %s, %s:\n%s", step, what, selected.Include, diff)
		}
		p.check(t, what)
		if step%8 == 7 {
			p = newCachedProject(t, from.FS())
		}
	}
}
