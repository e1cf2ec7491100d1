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
			for number, m := range s.models(testSize) {
				content, err := os.ReadFile(filepath.Join(folder, tool.path(m)))
				if err != nil {
					t.Fatal(err)
				}
				columns, _, _ := strings.Cut(m.query, "FROM")
				if !strings.Contains(string(content), strings.TrimSpace(columns)) {
					t.Errorf("%s: model %d of %s has other columns:\n%s", s.name, number, tool.name, content)
				}
				for _, read := range m.reads {
					if !strings.Contains(string(content), read) {
						t.Errorf("%s: model %d of %s does not read %s", s.name, number, tool.name, read)
					}
				}
				if strings.Contains(string(content), "{a}") || strings.Contains(string(content), "{b}") {
					t.Errorf("%s: model %d of %s has a reference that was not written:\n%s", s.name, number, tool.name, content)
				}
			}
		}
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
