package projectgen_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/projectgen"
)

func TestSameOptionsGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	first, second := projectgen.Generate(projectgen.Typical(7, 300)), projectgen.Generate(projectgen.Typical(7, 300))
	if !maps.EqualFunc(first.Files, second.Files, bytes.Equal) {
		t.Error("two projects of one seed differ")
	}
	other := projectgen.Generate(projectgen.Typical(8, 300))
	if slices.Equal(first.NodeIDs(), other.NodeIDs()) {
		t.Error("two seeds give the same nodes")
	}
}

func TestCountsAreKept(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		options projectgen.Options
		nodes   int
	}{
		"default":           {projectgen.Options{}, 100},
		"two layers":        {projectgen.Options{Nodes: 50, Layers: 2}, 50},
		"three layers":      {projectgen.Options{Nodes: 50, Layers: 3}, 50},
		"deep":              {projectgen.Options{Nodes: 200, Layers: 30}, 200},
		"fewer than layers": {projectgen.Options{Nodes: 1, Layers: 8}, 8},
		"all SQL":           {projectgen.Options{Nodes: 80, SQLShare: 1}, 80},
		"mostly sources":    {projectgen.Options{Nodes: 80, SourceShare: 5}, 80},
		"many":              {projectgen.Typical(1, 5000), 5000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := projectgen.Generate(tt.options)
			files := 0
			for path := range p.Files {
				if strings.HasPrefix(path, "nodes/") && !strings.HasSuffix(path, ".csv") {
					files++
				}
			}
			if ids := p.NodeIDs(); len(ids) != tt.nodes || files != tt.nodes {
				t.Errorf("%d nodes in %d files, want %d", len(ids), files, tt.nodes)
			}
		})
	}
}

func TestIDsAreUnique(t *testing.T) {
	t.Parallel()
	ids := projectgen.Generate(projectgen.Typical(3, 2000)).NodeIDs()
	form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] || !form.MatchString(id) {
			t.Fatalf("id %q is not a new UUID", id)
		}
		seen[id] = true
	}
}

func TestEveryRefNamesAFile(t *testing.T) {
	t.Parallel()
	p := projectgen.Generate(projectgen.Typical(5, 1000))
	ref := regexp.MustCompile(`ref\('(\w+)', '(\w+)'\)`)
	count := 0
	for path, content := range p.Files {
		for _, match := range ref.FindAllSubmatch(content, -1) {
			count++
			name := "nodes/" + string(match[1]) + "-" + string(match[2])
			if p.Files[name+".yml"] == nil && p.Files[name+".sql"] == nil {
				t.Errorf("%s: %s names no node", path, match[0])
			}
		}
	}
	if count < 1000 {
		t.Errorf("%d refs in 1000 nodes", count)
	}
}

func TestSharesAreKept(t *testing.T) {
	t.Parallel()
	p := projectgen.Generate(projectgen.Options{Nodes: 2000, SQLShare: 0.5, MacroHeavy: 0.1})
	var sql, heavy int
	for path, content := range p.Files {
		if strings.HasSuffix(path, ".sql") {
			sql++
		}
		if strings.HasPrefix(path, "nodes/") && bytes.Contains(content, []byte("{{ recoded(")) {
			heavy++
		}
	}
	if sql < 700 || sql > 1000 {
		t.Errorf("%d SQL nodes of 1700, want about half", sql)
	}
	if heavy < 60 || heavy > 200 {
		t.Errorf("%d nodes heavy with macros of 1700, want about a tenth", heavy)
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "new")
	p := projectgen.Generate(projectgen.Options{Nodes: 20})
	if err := p.Write(folder); err != nil {
		t.Fatal(err)
	}
	for path, want := range p.Files {
		got, err := os.ReadFile(filepath.Join(folder, path))
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%s: %v, or not what was generated", path, err)
		}
	}
}
