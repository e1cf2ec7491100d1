package compiler_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/projectgen"
	"github.com/millrace/millrace/internal/sample"
	"github.com/millrace/millrace/internal/selector"
)

// testProjects returns every project that the repository has.
func testProjects(t *testing.T) map[string]fs.FS {
	t.Helper()
	projects := map[string]fs.FS{}
	manifests, err := filepath.Glob("../../test/projects/*/data.yml")
	if err != nil || len(manifests) < 4 {
		t.Fatal(manifests, err)
	}
	for _, manifest := range manifests {
		folder := filepath.Dir(manifest)
		projects[filepath.Base(folder)] = os.DirFS(folder)
	}
	files, err := sample.Files(sample.Options{})
	if err != nil {
		t.Fatal(err)
	}
	shop := fstest.MapFS{}
	for name, content := range files {
		shop[name] = &fstest.MapFile{Data: content}
	}
	projects["sample"] = shop
	for seed := range uint64(3) {
		o := projectgen.Typical(seed, 150)
		o.MacroHeavy = 0.1
		projects[fmt.Sprintf("generated %d", seed)] = projectgen.Generate(o).FS()
	}
	return projects
}

// selectable is what a compilation and an outline have in common.
type selectable interface {
	Select(include, exclude string) (selector.Result, []selector.Warning, error)
	Nodes() []*compiler.Node
}

// identities lists the properties of nodes that select and graph print.
func identities(from selectable) []selector.Node {
	list := make([]selector.Node, 0, len(from.Nodes()))
	for _, n := range from.Nodes() {
		list = append(list, n.Selectable())
	}
	return list
}

// compareOutlines fails if selectors and graphs could show a difference between a compilation and an outline.
func compareOutlines(t *testing.T, want *compiler.Compilation, got *compiler.Outline) {
	t.Helper()
	if diff := cmp.Diff(identities(want), identities(got)); diff != "" {
		t.Fatalf("nodes:\n%s", diff)
	}
	if diff := cmp.Diff(edgeNames(want, want.Graph), edgeNames(want, got.Graph)); diff != "" {
		t.Fatalf("edges:\n%s", diff)
	}
	if diff := cmp.Diff(want.Graph.Order(), got.Graph.Order()); diff != "" {
		t.Fatalf("order:\n%s", diff)
	}
	chance := rand.New(rand.NewPCG(1, uint64(len(want.Nodes()))))
	for range 30 {
		include, exclude := randomSelector(chance, want.Nodes(), 2), ""
		if chance.IntN(2) == 0 {
			exclude = randomSelector(chance, want.Nodes(), 1)
		}
		wantResult, wantWarnings, wantErr := want.Select(include, exclude)
		gotResult, gotWarnings, gotErr := got.Select(include, exclude)
		if diff := cmp.Diff(wantResult, gotResult); diff != "" || fmt.Sprint(wantErr, wantWarnings) != fmt.Sprint(gotErr, gotWarnings) {
			t.Fatalf("%s without %s: %v %v\n%s", include, exclude, gotErr, gotWarnings, diff)
		}
	}
}

func edgeNames(c *compiler.Compilation, g *graph.Graph[string]) []string {
	names := map[string]string{}
	for _, n := range c.Nodes() {
		names[string(n.ID)] = n.Ref().String()
	}
	list := make([]string, 0, g.Len())
	for _, e := range g.Edges() {
		list = append(list, names[e.From]+" → "+names[e.To])
	}
	slices.Sort(list)
	return list
}

// randomSelector returns a selector whose words come from the nodes of the project.
func randomSelector(chance *rand.Rand, nodes []*compiler.Node, depth int) string {
	if depth > 0 && chance.IntN(3) == 0 {
		word := []string{" AND ", " OR "}[chance.IntN(2)]
		return randomSelector(chance, nodes, depth-1) + word + randomSelector(chance, nodes, depth-1)
	}
	n := nodes[chance.IntN(len(nodes))]
	part := []string{
		n.Name, "name: " + n.Name[:1+chance.IntN(len(n.Name))] + "*", "location: " + n.Location, "nodeType: " + string(n.Node.Type),
		"name: *" + n.Name[len(n.Name)/2:], "location: " + n.Location + " name: " + n.Name, "name: NONE",
	}[chance.IntN(7)]
	return []string{"", "+"}[chance.IntN(2)] + "{ " + part + " }" + []string{"", "+"}[chance.IntN(2)]
}

func TestOutlineIsThatOfTheCompilation(t *testing.T) {
	t.Parallel()
	for name, fsys := range testProjects(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compiled := compiler.Compile(fsys, compiler.Options{})
			light, _ := compiler.ReadOutline(fsys, compiler.Options{}, compiler.Cache{})
			compareOutlines(t, compiled, light)
			full, content := compiler.CompileOutline(fsys, compiler.Options{}, compiler.Cache{})
			compareOutlines(t, compiled, full)
			again, fresh := compiler.CompileOutline(fsys, compiler.Options{}, compiler.Cache{Content: content})
			compareOutlines(t, compiled, again)
			if len(content) > 0 && fresh != nil {
				compiled, ok := compiler.CompiledWithCache(fsys, compiler.Options{}, compiler.Cache{Content: content})
				t.Error("an unchanged project was stored again", compiled, ok)
			}
			if diff := cmp.Diff(compiled.Diagnostics, again.Diagnostics); diff != "" {
				t.Errorf("findings from the cache:\n%s", diff)
			}
		})
	}
}

// nodeTypeFiles returns the node type T for SQL nodes with these templates.
func nodeTypeFiles(create, run string) map[string]string {
	const folder = "nodeTypes/T-T/"
	return map[string]string{
		folder + "definition.yml": "fileVersion: 2\nid: T\nname: T\ntype: NodeType\nmetadata:\n  nodeMetadataSpec: \"\"\n",
		folder + "create.sql.j2":  create,
		folder + "run.sql.j2":     run,
	}
}

func typed(name, nodeType, query string) map[string]string {
	return map[string]string{"nodes/M-" + name + ".sql": fmt.Sprintf("@id(%q)\n@nodeType(%q)\n%s\n", name, nodeType, query)}
}

func macro(text string) map[string]string {
	return map[string]string{"macros/m.yml": "fileVersion: 1\nid: m\nname: m\ntype: Macro\nmacroString: |\n  " +
		strings.ReplaceAll(text, "\n", "\n  ") + "\n"}
}

func merged(parts ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, part := range parts {
		maps.Copy(all, part)
	}
	return all
}

// hiddenRefs are projects in which the refs of node X are known only after rendering, and one in which they are not.
func hiddenRefs() map[string]struct {
	files    map[string]string
	rendered string
} {
	const ofX = "SELECT o.id FROM {{ ref('M', 'ORDERS') }} AS o"
	other := typed("OTHER", "View", "SELECT 1 AS id")
	const create = "{{ stage('Create') }} CREATE TABLE t AS {{ sources[0].query }}"
	return map[string]struct {
		files    map[string]string
		rendered string
	}{
		"none": {merged(other, typed("X", "Stage", ofX)), ""},
		"macro in the text": {merged(other, macro("{% macro from(name) %}FROM {{ ref('M', name) }} AS o{% endmacro %}"),
			typed("X", "Stage", "SELECT o.id {{ from('OTHER') }}")), ""},
		"ref in the template of a type": {merged(other, nodeTypeFiles(create, "{{ stage('Load') }} SELECT x.id FROM {{ ref('M', 'OTHER') }} AS x"),
			typed("X", "T", ofX)), "[M.X]"},
		"macro in the template of a type": {merged(other, macro("{% macro other() %}{{ ref('M', 'OTHER') }}{% endmacro %}"),
			nodeTypeFiles(create, "{{ stage('Load') }} SELECT x.id FROM {{ other() }}"), typed("X", "T", ofX)), "[M.X]"},
		"macro through a macro": {merged(other, macro("{% macro other() %}{{ ref('M', 'OTHER') }}{% endmacro %}\n{% macro more() %}{{ other() }}{% endmacro %}"),
			nodeTypeFiles(create, "{{ stage('Load') }} SELECT x.id FROM {{ more() }}"), typed("X", "T", ofX)), "[M.X]"},
		"ref that a template builds": {merged(other, nodeTypeFiles(create, "{{ stage('Load') }} SELECT x.id FROM {{ '{' ~ '{ re' ~ 'f(\"M\", \"OTHER\") }' ~ '}' }}"),
			typed("X", "T", ofX)), "[M.X]"},
		"ref in a property of a column upstream": {merged(typed("OTHER", "View", "SELECT 1 AS id"),
			map[string]string{"nodes/M-UP.sql": "@id(\"UP\")\n@nodeType(\"View\")\nSELECT 1 AS id @description(\"{{ ref('M', 'OTHER') }}\")\n"},
			nodeTypeFiles(create, "{{ stage('Load') }} SELECT '{{ sources[0].columns[0].sourceColumns[0].column.description }}'"),
			typed("X", "T", "SELECT u.id FROM {{ ref('M', 'UP') }} AS u")), "[M.UP M.X]"},
		"test of the library": {merged(other, typed("X", "Stage",
			"SELECT o.id @testRelationship(\"M\", \"OTHER\", \"id\") FROM {{ ref('M', 'ORDERS') }} AS o")), "[M.X]"},
		"variable of all templates": {merged(other, macro("{% set everywhere = ref('M', 'OTHER') %}"), typed("X", "Stage", ofX)), "[M.ORDERS M.OTHER M.X]"},
	}
}

// Only the nodes whose refs are known no other way are rendered.
func TestHiddenRefsAreFound(t *testing.T) {
	t.Parallel()
	for name, c := range hiddenRefs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fsys := project(c.files)
			compiled := compiler.Compile(fsys, compiler.Options{})
			if text := findings(compiled); strings.Contains(text, "error") {
				t.Fatal(text)
			}
			rendered, ok := compiler.RenderedByLight(fsys, compiler.Options{})
			want := c.rendered
			if want == "" {
				want = "[]"
			}
			if got := fmt.Sprint(rendered); !ok || got != want {
				t.Errorf("rendered %s, want %s", got, want)
			}
			light, _ := compiler.ReadOutline(fsys, compiler.Options{}, compiler.Cache{})
			compareOutlines(t, compiled, light)
		})
	}
}

// A project with errors is compiled completely, so that all of them are counted.
func TestOutlineCountsErrors(t *testing.T) {
	t.Parallel()
	fsys := withNode("SELECT o.nothing FROM {{ ref('M', 'MISSING') }} AS o, {{ ref('M', 'ORDERS') }} AS p WHERE p.nothing")
	compiled := compiler.Compile(fsys, compiler.Options{})
	light, _ := compiler.ReadOutline(fsys, compiler.Options{}, compiler.Cache{})
	if diff := cmp.Diff(compiled.Diagnostics, light.Diagnostics); diff != "" || len(compiled.Diagnostics) == 0 {
		t.Error(diff)
	}
}

// Reading an outline relies on this: the library calls ref in one macro, which is called for one attribute of columns.
func TestLibraryHasOneRef(t *testing.T) {
	t.Parallel()
	text := nodetype.Prelude()
	for _, kind := range nodetype.Library() {
		text += kind.Create + kind.Run
	}
	if strings.Count(text, "ref(") != 1 || strings.Count(text, "ref_") != 0 || strings.Count(text, "mr_test_relationship(") != 2 {
		t.Error("the library has another ref: adapt the search for refs of outlines")
	}
}
