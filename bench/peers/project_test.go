package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
)

const testSize = 60

// compiled writes a project in our format and compiles it.
func compiled(t *testing.T, s shape, change func(number int, m model) model) *compiler.Compilation {
	t.Helper()
	models := s.models(testSize)
	for number := range models {
		models[number] = change(number, models[number])
	}
	folder := t.TempDir()
	if err := millrace("").write(folder, models); err != nil {
		t.Fatal(err)
	}
	c := compiler.Compile(os.DirFS(folder), compiler.Options{})
	for _, found := range c.Diagnostics {
		t.Errorf("%s: %s", s.name, found)
	}
	return c
}

func unchanged(_ int, m model) model { return m }

func TestProjectsAreValid(t *testing.T) {
	t.Parallel()
	for _, s := range shapes() {
		c := compiled(t, s, unchanged)
		if len(c.Nodes()) != testSize {
			t.Errorf("%s: %d nodes compiled, %d generated", s.name, len(c.Nodes()), testSize)
		}
		for i, n := range c.Nodes() {
			if n.Opaque != "" {
				t.Errorf("%s: the columns of %s are not known: %s", s.name, n.Name, n.Opaque)
			}
			if want := s.model(i, testSize); n.Name != want.name {
				t.Errorf("%s: node %d is %s, want %s", s.name, i, n.Name, want.name)
			}
		}
	}
}

// TestEditChangesModelsDownstream checks that an edit changes the edited model and what reads it, in every format.
func TestEditChangesModelsDownstream(t *testing.T) {
	t.Parallel()
	for _, s := range shapes() {
		number := s.edited(testSize)
		edited := s.edit(s.model(number, testSize))
		if edited.query == s.model(number, testSize).query {
			t.Errorf("%s: the edit changes nothing", s.name)
		}
		before := compiled(t, s, unchanged)
		after := compiled(t, s, func(n int, m model) model {
			if n == number {
				return edited
			}
			return m
		})
		var changed []string
		for i, n := range before.Nodes() {
			if n.Fingerprint != after.Nodes()[i].Fingerprint {
				changed = append(changed, n.Name)
			}
		}
		if !slices.Contains(changed, edited.name) || len(changed) > 5 {
			t.Errorf("%s: the edit of %s changes %v", s.name, edited.name, changed)
		}
	}
}

// TestToolsGetTheSameModels compares the files of all tools: the same models, with the same text but for references.
func TestToolsGetTheSameModels(t *testing.T) {
	t.Parallel()
	for _, s := range shapes() {
		for _, tool := range []*tool{millrace("m"), dbt("d"), sqlmesh("s")} {
			folder := t.TempDir()
			if err := tool.write(folder, s.models(testSize)); err != nil {
				t.Fatal(err)
			}
			for _, m := range s.models(testSize) {
				checkModel(t, filepath.Join(folder, tool.path(m)), m)
			}
		}
	}
}

// checkModel checks that a file has the columns of a model and reads what the model reads.
func checkModel(t *testing.T, path string, m model) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content := string(raw)
	columns, _, _ := strings.Cut(m.query, "FROM")
	for _, part := range append([]string{strings.TrimSpace(columns)}, m.reads...) {
		if !strings.Contains(content, part) {
			t.Errorf("%s does not contain %q:\n%s", path, part, content)
		}
	}
	if strings.Contains(content, "{a}") || strings.Contains(content, "{b}") {
		t.Errorf("%s has a reference that was not written:\n%s", path, content)
	}
}

func TestTableSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	s := session{tools: []*tool{{name: "A", version: "a 1"}, {name: "B", version: "b 2"}}, rows: []*row{{
		Project: "100 trivial tables", Step: stepBuild,
		Figures: map[string]figure{"A": {Seconds: []float64{3, 1, 2}, Megabytes: 50}, "B": {Problem: "over 60 s"}},
	}}}
	var out strings.Builder
	s.printTable(&out)
	for _, want := range []string{"- A: a 1\n- B: b 2\n", "| models | step | A | B |\n", "| 100 trivial tables | build all from empty | 2.00 s, 50 MB | over 60 s |\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table does not contain %q:\n%s", want, out.String())
		}
	}
}
