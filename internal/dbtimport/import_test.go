package dbtimport_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/dbtimport"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/projectfile"
)

var update = flag.Bool("update", false, "write the expected files") //nolint:gochecknoglobals // a flag of the test program

// imported imports a project of testdata into a new folder.
func imported(t *testing.T, project string) (folder string, report *dbtimport.Report) {
	t.Helper()
	return importedFrom(t, filepath.Join("testdata", project))
}

func importedFrom(t *testing.T, from string) (folder string, report *dbtimport.Report) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "project")
	report, err := dbtimport.Import(t.Context(), dbtimport.Request{From: from, To: folder})
	if err != nil {
		t.Fatal(err)
	}
	return folder, report
}

// filesOf returns the files of a folder by their paths.
func filesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(folder, path))
		files[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// dbtProject writes a dbt project.
func dbtProject(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "dbt")
	if files["dbt_project.yml"] == "" {
		files["dbt_project.yml"] = "name: tiny\n"
	}
	for path, content := range files {
		name := filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestImportedProjects compares the written files and the reports with the expected ones.
func TestImportedProjects(t *testing.T) {
	t.Parallel()
	for _, project := range []string{"shop", "awkward"} {
		t.Run(project, func(t *testing.T) {
			t.Parallel()
			folder, report := imported(t, project)
			report.Folder = "project"
			raw, err := json.MarshalIndent(report.Entries, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			got := filesOf(t, folder)
			got["gitignore"] = got[".gitignore"] // with its own name it would hide expected files from git
			delete(got, ".gitignore")
			delete(got, "dbt-import.json") // hashes of the others
			got["report.json"] = string(raw) + "\n"
			golden := filepath.Join("testdata", project+".golden")
			if *update {
				writeGolden(t, golden, got)
			}
			if diff := cmp.Diff(filesOf(t, golden), got); diff != "" {
				t.Errorf("go test ./internal/dbtimport -update writes them (-want +got):\n%s", diff)
			}
			for path, content := range got {
				if formatted, isChanged, err := projectfile.Format(path, []byte(content)); isChanged || err != nil {
					t.Errorf("%s, %v: canonical is\n%s", path, err, formatted)
				}
			}
		})
	}
}

func writeGolden(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	for path, content := range files {
		name := filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestShopHasNoFindings is the first acceptance case: nothing is left, and the compiler finds nothing.
func TestShopHasNoFindings(t *testing.T) {
	t.Parallel()
	folder, report := imported(t, "shop")
	for _, e := range report.Entries {
		if e.Action == dbtimport.Left {
			t.Errorf("left: %+v", e)
		}
	}
	for _, d := range compiler.Compile(os.DirFS(folder), compiler.Options{}).Diagnostics {
		t.Errorf("%s", d)
	}
	if report.Nodes != 20 || report.Tests != 21 {
		t.Errorf("%d nodes and %d tests", report.Nodes, report.Tests)
	}
}

// TestAwkwardProjectReportsWhatIsLeft checks that each thing that Millrace lacks is reported with its file and line, and
// that the rest compiles.
func TestAwkwardProjectReportsWhatIsLeft(t *testing.T) {
	t.Parallel()
	folder, report := imported(t, "awkward")
	var left []string
	for _, e := range report.Entries {
		if e.Action == dbtimport.Left {
			left = append(left, fmt.Sprintf("%s:%d %s", e.File, e.Line, e.Message))
			if e.Hint == "" {
				t.Errorf("no hint: %+v", e)
			}
		}
	}
	for _, want := range []string{
		"dbt_project.yml:3 on-run-start", "dbt_project.yml:4 on-run-end", "packages.yml:2 the package dbt-labs/dbt_utils is not in dbt_packages",
		"macros/tools.sql:1 the macro broken does not compile", "macros/tools.sql:6 the macro countries sends a query", "macros/tools.sql:14 the macro config has the name",
		"macros/tools.sql:18 the macro generate_schema_name", "macros/tools.sql:20 the materialization special",
		"models/asks.sql:1 asks calls the macro countries, which sends a query", "models/reads_graph.sql:1 reads_graph reads the graph of dbt",
		"models/reads_columns.sql:2 reads_columns asks the warehouse", "models/in_python.py:1 in_python is a Python model",
		"models/missing.sql:2 missing refers to the model nowhere", "models/missing.sql:3 missing refers to the source raw.nothing",
		"models/below_missing.sql:1 below_missing reads MAIN.missing, which is not deployed", "models/cycle_b.sql:1 cycle_b does not compile: these nodes depend on each other", "models/cycle_a.sql:1 cycle_a reads MAIN.cycle_b",
		"models/partitioned.sql:1 partitioned has the strategy \"insert_overwrite\"", "models/two_forms.sql:2 two_forms has a block of is_incremental()",
		"models/special.sql:1 special has the materialization", "models/calls_broken.sql:1 calls_broken calls the macro broken, which does not compile",
		"models/schema.yml:7 the test id: unknown_test is not taken", "models/schema.yml:9 error_if of the test id: not_null", "models/schema.yml:10 models: there is no no_such_model",
		"models/schema.yml:23 freshness of raw.filtered is not taken: its filter", "models/schema.yml:31 metrics: revenue", "models/schema.yml:33 unit_tests: adds_one",
		"analyses/look.sql:0 an analysis", "tests/no_model.sql:1 the test names no model", "tests/asks.sql:1 the test calls countries",
	} {
		if !slices.ContainsFunc(left, func(line string) bool { return strings.HasPrefix(line, want) }) {
			t.Errorf("not reported: %s", want)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(left, "\n"))
	}
	c := compiler.Compile(os.DirFS(folder), compiler.Options{})
	for _, d := range c.Diagnostics {
		n := c.Find(d.Node)
		if d.Severity == diagnostic.Error && (len(n) != 1 || n[0].DeployEnabled) {
			t.Errorf("a node that is deployed has an error: %s", d)
		}
	}
	for _, name := range []string{"good", "dynamic", "star_of_source"} {
		if n := c.Find(name); len(n) != 1 || !n[0].DeployEnabled {
			t.Errorf("%s is not deployed", name)
		}
	}
}

func TestSecondImportWritesTheSameFiles(t *testing.T) {
	t.Parallel()
	folder, _ := imported(t, "shop")
	first := filesOf(t, folder)
	again, _ := imported(t, "shop")
	if diff := cmp.Diff(first, filesOf(t, again)); diff != "" {
		t.Errorf("two imports differ:\n%s", diff)
	}
	report, err := dbtimport.Import(t.Context(), dbtimport.Request{From: "testdata/shop", To: folder, Update: true})
	if err != nil || len(report.Files) != 0 || len(report.Kept) != 0 {
		t.Errorf("an update without changes wrote %v and kept %v, %v", report.Files, report.Kept, err)
	}
	if diff := cmp.Diff(first, filesOf(t, folder)); diff != "" {
		t.Errorf("an update without changes changed files:\n%s", diff)
	}
}

func TestEditedFilesAreKept(t *testing.T) {
	t.Parallel()
	from := dbtProject(t, map[string]string{"models/a.sql": "select 1 as one\n", "models/b.sql": "select 2 as two\n", "models/c.sql": "select 3 as three\n"})
	folder, _ := importedFrom(t, from)
	edited := filepath.Join(folder, "nodes", "MAIN-a.sql")
	mine, err := os.ReadFile(edited)
	if err != nil {
		t.Fatal(err)
	}
	mine = append(mine, "-- mine\n"...)
	if err := os.WriteFile(edited, mine, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string]string{"a": "select 10 as one\n", "b": "select 20 as two\n"} {
		if err := os.WriteFile(filepath.Join(from, "models", path+".sql"), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(from, "models", "c.sql")); err != nil {
		t.Fatal(err)
	}
	request := dbtimport.Request{From: from, To: folder}
	if _, err := dbtimport.Import(t.Context(), request); !fault.Is(err, fault.Conflict) {
		t.Errorf("a folder with files is not refused: %v", err)
	}
	request.Update = true
	report, err := dbtimport.Import(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	files := filesOf(t, folder)
	if files["nodes/MAIN-a.sql"] != string(mine) || !strings.Contains(files["nodes/MAIN-b.sql"], "20") || files["nodes/MAIN-c.sql"] != "" {
		t.Errorf("an update changed the wrong files: %v", files)
	}
	if diff := cmp.Diff([]string{"nodes/MAIN-a.sql"}, report.Kept); diff != "" {
		t.Error(diff)
	}
	request.Overwrite = true
	if _, err := dbtimport.Import(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	if files := filesOf(t, folder); !strings.Contains(files["nodes/MAIN-a.sql"], "10") {
		t.Errorf("an edited file was not replaced: %s", files["nodes/MAIN-a.sql"])
	}
}

func TestNothingIsWrittenAfterAnError(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"no settings":     {"dbt_project.yml": "version: 1\n"},
		"broken settings": {"dbt_project.yml": "name: [\n"},
		"bomb": {"dbt_project.yml": "name: x\na: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n" +
			"d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parent := t.TempDir()
			_, err := dbtimport.Import(t.Context(), dbtimport.Request{From: dbtProject(t, files), To: filepath.Join(parent, "new")})
			if fault.KindOf(err) != fault.Invalid || fault.From(err).Hint == "" {
				t.Errorf("error is %v", err)
			}
			if entries, _ := os.ReadDir(parent); len(entries) > 0 {
				t.Errorf("it wrote %v", entries)
			}
		})
	}
}

// TestHostileFilesAreLeft checks symbolic links, large files, broken YAML, and paths that lead out of the project.
func TestHostileFilesAreLeft(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "secret.sql")
	if err := os.WriteFile(secret, []byte("select 'secret' as s"), 0o600); err != nil {
		t.Fatal(err)
	}
	from := dbtProject(t, map[string]string{
		"dbt_project.yml":   "name: tiny\nmodel-paths: [models, ../elsewhere]\n",
		"models/good.sql":   "select 1 as id\n",
		"models/huge.sql":   "select 1 as id -- " + strings.Repeat("x", 3<<20),
		"models/broken.yml": "models: [\n",
		"models/bomb.yml":   "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n",
		"models/loop.sql":   "{{ config(alias='x' * 1000000000) }}select 1 as id\n",
		"models/open.sql":   "select {{ 1 as id\n",
	})
	if err := os.Symlink(secret, filepath.Join(from, "models", "linked.sql")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Dir(secret), filepath.Join(from, "dbt_packages")); err != nil {
		t.Fatal(err)
	}
	folder, report := importedFrom(t, from)
	for path, content := range filesOf(t, folder) {
		if strings.Contains(content, "secret") {
			t.Errorf("%s has the content of a linked file", path)
		}
	}
	for _, file := range []string{"models/huge.sql", "models/linked.sql", "models/broken.yml", "models/bomb.yml", "models/loop.sql", "models/open.sql", "dbt_packages", "dbt_project.yml"} {
		if !slices.ContainsFunc(report.Entries, func(e dbtimport.Entry) bool { return e.File == file && e.Action == dbtimport.Left }) {
			t.Errorf("%s is not reported as left", file)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "nodes", "MAIN-good.sql")); err != nil {
		t.Errorf("the good model is missing: %v", err)
	}
}

func TestCatalogGivesSourcesTheirColumns(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"models/a.sql":       "select * from {{ source('raw', 'events') }}\n",
		"models/sources.yml": "sources:\n  - name: raw\n    tables:\n      - name: events\n",
	}
	folder, report := importedFrom(t, dbtProject(t, files))
	isOpen := func(e dbtimport.Entry) bool { return strings.Contains(e.Message, "lists no data types") }
	if !slices.ContainsFunc(report.Entries, isOpen) {
		t.Error("a source without columns is not reported")
	}
	for _, d := range compiler.Compile(os.DirFS(folder), compiler.Options{}).Diagnostics {
		if d.Severity == diagnostic.Error {
			t.Error(d)
		}
	}
	files["target/catalog.json"] = `{"sources": {"source.tiny.raw.events": {"columns": {"b": {"name": "b", "type": "DATE", "index": 2}, "a": {"name": "a", "type": "INTEGER", "index": 1}}}}}`
	folder, report = importedFrom(t, dbtProject(t, files))
	if slices.ContainsFunc(report.Entries, isOpen) {
		t.Error("a source with columns in the catalog is reported as open")
	}
	c := compiler.Compile(os.DirFS(folder), compiler.Options{})
	if n := c.Find("a"); len(n) != 1 || len(n[0].Columns) != 2 || n[0].Columns[1].Name != "b" || n[0].Columns[1].DataType != "DATE" {
		t.Errorf("%v", c.Diagnostics)
	}
}

// TestManyModels imports 500 models, each of which reads two others, and counts the files.
func TestManyModels(t *testing.T) {
	t.Parallel()
	files := map[string]string{"seeds/start.csv": "id,amount\n1,2\n"}
	var yaml bytes.Buffer
	yaml.WriteString("models:\n")
	for i := range 500 {
		up := "start"
		if i > 1 {
			up = fmt.Sprintf("m%d", i/2)
		}
		//nolint:unqueryvet // models of dbt have stars
		files[fmt.Sprintf("models/area%d/m%d.sql", i%10, i)] = fmt.Sprintf(
			"{{ config(materialized='table') }}\nwith a as (select * from {{ ref('%s') }})\nselect a.id, {{ plus_one('a.amount') }} as amount from a\n", up)
		fmt.Fprintf(&yaml, "  - name: m%d\n    description: Model %d.\n    columns:\n      - name: id\n        tests: [unique, not_null]\n", i, i)
	}
	files["models/schema.yml"] = yaml.String()
	files["macros/plus.sql"] = "{% macro plus_one(x) %}{{ x }} + 1{% endmacro %}\n"
	folder, report := importedFrom(t, dbtProject(t, files))
	entries, err := os.ReadDir(filepath.Join(folder, "nodes"))
	if err != nil || len(entries) != 501 || report.Nodes != 501 || report.Left != 0 || report.Tests != 1000 {
		t.Errorf("%d files, %d nodes, %d tests, %d left, %v", len(entries), report.Nodes, report.Tests, report.Left, err)
	}
	c := compiler.Compile(os.DirFS(folder), compiler.Options{})
	if len(c.Diagnostics) > 0 || len(c.Graph.Order()) != 501 {
		t.Errorf("%d nodes in order, %v", len(c.Graph.Order()), c.Diagnostics)
	}
}
