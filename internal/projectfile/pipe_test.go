//go:build unix

package projectfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// TestPipesAreNotOpened replaces files with pipes that have no writer. Opening one would block forever.
func TestPipesAreNotOpened(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	pipes := []string{
		"data.yml", "jobs/A-1.yml", "locations.yml", "macros/macro-1.yml", "nodeTypes/A-1/definition.yml", "nodeTypes/B-2/run.sql.j2",
		"nodes/A-B.sql", "nodes/A-C.yml", "packages/p.yml", "packages/p/macros/macro-1.yml", "workspace.yml",
	}
	for _, pipe := range append(pipes, "seeds/a.csv") {
		file := filepath.Join(root, filepath.FromSlash(pipe))
		must(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must(t, syscall.Mkfifo(file, 0o600))
	}
	fsys := os.DirFS(root)
	_, found := projectfile.Read(fsys, projectfile.Options{})
	for _, pipe := range pipes {
		if !isRejected(found, pipe) {
			t.Errorf("no finding about %s:\n%s", pipe, texts(found))
		}
	}
	seed := transform.Node{Kind: transform.YAMLNode, Type: "Seed", Config: map[string]any{"file": "seeds/a.csv"}}
	if got := texts(projectfile.ReadSeed(fsys, &seed, projectfile.Options{})); !strings.Contains(got, "it is not a file") {
		t.Errorf("seed: %s", got)
	}
	if _, _, err := projectfile.FormatFile(fsys, "locations.yml", nil); err == nil || !strings.Contains(err.Error(), "it is not a file") {
		t.Errorf("format: %v", err)
	}
}

func isRejected(found []diagnostic.Diagnostic, file string) bool {
	for _, d := range found {
		if d.File == file && d.Code == diagnostic.FileUnreadable && strings.Contains(d.Message, "it is not a file") {
			return true
		}
	}
	return false
}
