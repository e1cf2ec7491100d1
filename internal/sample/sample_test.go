package sample_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/sample"
)

// written writes the sample to a folder of the test.
func written(t *testing.T, o sample.Options) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "shop")
	if _, err := sample.Write(folder, o); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestSampleCompilesWithoutFindings(t *testing.T) {
	t.Parallel()
	for _, platform := range sample.Platforms() {
		c := compiler.Compile(os.DirFS(written(t, sample.Options{Platform: platform})), compiler.Options{})
		for _, d := range c.Diagnostics {
			t.Errorf("%s: %s", platform, d)
		}
		if len(c.Nodes()) != 11 {
			t.Errorf("%s: %d nodes, want 11", platform, len(c.Nodes()))
		}
	}
}

func TestEmptyProjectHasNoNodes(t *testing.T) {
	t.Parallel()
	for _, platform := range sample.Platforms() {
		folder := written(t, sample.Options{Platform: platform, IsEmpty: true})
		c := compiler.Compile(os.DirFS(folder), compiler.Options{})
		for _, d := range c.Diagnostics {
			t.Errorf("%s: %s", platform, d)
		}
		if entries, err := os.ReadDir(folder); err != nil || len(entries) != 3 || len(c.Nodes()) != 0 || len(c.Project.Locations) != 4 {
			t.Errorf("%s: %d files, %d nodes, locations %v, %v", platform, len(entries), len(c.Nodes()), c.Project.Locations, err)
		}
	}
}

func TestFilesAreInCanonicalForm(t *testing.T) {
	t.Parallel()
	files, err := sample.Files(sample.Options{Name: "Corner shop"})
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range files {
		if formatted, changed, err := projectfile.Format(path, content); changed || err != nil {
			t.Errorf("%s, %v: canonical is\n%s", path, err, formatted)
		}
		if strings.Contains(string(content), "%NAME%") || strings.Contains(string(content), "%PLATFORM%") {
			t.Errorf("%s has an unfilled placeholder", path)
		}
	}
	if !strings.HasPrefix(string(files["README.md"]), "# Corner shop\n\n```sh\n") {
		t.Error("the README does not start with an example")
	}
	if files[".gitignore"] == nil || files["gitignore"] != nil {
		t.Error("the list of ignored files has the wrong name")
	}
}

func TestWriteDoesNotReplaceFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	mine := filepath.Join(folder, "jobs", "Daily-1.yml")
	if err := os.MkdirAll(filepath.Dir(mine), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mine, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := sample.Write(folder, sample.Options{})
	if !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "jobs/Daily-1.yml") {
		t.Errorf("error is %v, want a conflict with the name of the file", err)
	}
	if content, _ := os.ReadFile(mine); string(content) != "mine" {
		t.Errorf("the file is now %q", content)
	}
	if _, err := os.Stat(filepath.Join(folder, "data.yml")); err == nil {
		t.Error("files were written after the conflict")
	}
}

func TestOptionsAreChecked(t *testing.T) {
	t.Parallel()
	for _, o := range []sample.Options{{Platform: "abacus"}, {Name: "two\nlines"}} {
		if _, err := sample.Files(o); !fault.Is(err, fault.Invalid) {
			t.Errorf("%+v: error is %v, want invalid", o, err)
		}
	}
}
