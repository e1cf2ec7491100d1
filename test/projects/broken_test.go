package projects_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
)

func TestBroken(t *testing.T) {
	t.Parallel()
	c := compile(t, "broken", compiler.Options{})
	wantGolden(t, "broken/diagnostics.txt", findingsText(c.Diagnostics))
	wantGolden(t, "broken/graph.json", graphJSON(t, c))
	for _, d := range c.Diagnostics {
		if d.File == "" || d.Message == "" || d.Code == "" {
			t.Errorf("a finding without a file, a message or a code: %+v", d)
		}
	}
}

// TestBrokenAlone has the errors that would keep the rest of the project from being checked.
func TestBrokenAlone(t *testing.T) {
	t.Parallel()
	manifest := "fileVersion: 3\nplatformKind: duckdb\n"
	for code, tt := range map[diagnostic.Code]struct {
		files   map[string]string
		options compiler.Options
	}{
		diagnostic.ProjectMissing:   {files: map[string]string{"readme.md": "no manifest here"}},
		diagnostic.UnknownPlatform:  {files: map[string]string{"data.yml": "fileVersion: 3\nplatformKind: abacus\n"}},
		diagnostic.UnknownWorkspace: {files: map[string]string{"data.yml": manifest}, options: compiler.Options{Workspace: "nobody"}},
		diagnostic.MacroSyntax: {files: map[string]string{
			"data.yml":           manifest,
			"macros/macro-1.yml": "fileVersion: 1\nid: \"1\"\nmacroString: |-\n  {% macro open(x) %}\n  {{ x\nname: macro\ntype: Macro\n",
		}},
		diagnostic.MacroName: {files: map[string]string{
			"data.yml":           manifest,
			"macros/macro-1.yml": "fileVersion: 1\nid: \"1\"\nmacroString: |-\n  {% macro config() %}{% endmacro %}\nname: macro\ntype: Macro\n",
		}},
		diagnostic.FileTooLarge: {files: map[string]string{
			"data.yml": manifest, "nodes/STAGE-HUGE.sql": "-- " + strings.Repeat("x", 32<<20),
		}},
	} {
		t.Run(string(code), func(t *testing.T) {
			t.Parallel()
			files := fstest.MapFS{}
			for name, content := range tt.files {
				files[name] = &fstest.MapFile{Data: []byte(content)}
			}
			found := compiler.Compile(files, tt.options).Diagnostics
			if !slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool { return d.Code == code }) {
				t.Errorf("no %s in:\n%s", code, findingsText(found))
			}
		})
	}
}

// TestEveryCodeIsShown compares the golden files with the list of codes, so that a new code gets an example.
func TestEveryCodeIsShown(t *testing.T) {
	t.Parallel()
	elsewhere := map[string]string{
		"project-missing": "TestBrokenAlone", "unknown-platform": "TestBrokenAlone", "unknown-workspace": "TestBrokenAlone",
		"macro-syntax": "TestBrokenAlone", "macro-name": "TestBrokenAlone", "file-too-large": "TestBrokenAlone",
		"file-unreadable": "needs a disk that fails",
	}
	source, err := os.ReadFile("../../internal/diagnostic/code.go")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("testdata/broken/diagnostics.txt")
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]bool{}
	for line := range strings.Lines(string(source)) {
		if _, rest, ok := strings.Cut(line, `Code = "`); ok {
			code, _, _ := strings.Cut(rest, `"`)
			codes[code] = true
		}
	}
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		if elsewhere[code] == "" && !strings.Contains(string(golden), "["+code+"]") {
			t.Errorf("the broken project has no example of %s", code)
		}
	}
}
