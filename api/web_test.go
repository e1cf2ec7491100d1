package api_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
)

// TestWebApplicationReachesEveryOperation compares the calls of the web application with the document. docs/11-web.md lists
// the operations that the application does not call, with the reason, and those that it does not call with the generated client.
func TestWebApplicationReachesEveryOperation(t *testing.T) {
	t.Parallel()
	operations, err := api.Operations()
	if err != nil {
		t.Fatal(err)
	}
	called, listed := calledByWeb(t), listedOperations(t)
	for _, operation := range operations {
		isCalled, isListed := called[operation.Method+" "+operation.Path], listed[operation.ID]
		switch {
		case !isCalled && !isListed:
			t.Errorf("the web application does not call %s (%s %s): call it, or list it in docs/11-web.md with the reason",
				operation.ID, operation.Method, operation.Path)
		case isCalled && isListed:
			t.Errorf("the web application calls %s: remove it from the list in docs/11-web.md", operation.ID)
		}
		delete(listed, operation.ID)
	}
	for id := range listed {
		t.Errorf("docs/11-web.md lists %s, but there is no such operation", id)
	}
}

// calledByWeb returns the operations that the source of the web application calls, such as "GET /api/v1/projects".
func calledByWeb(t *testing.T) map[string]bool {
	t.Helper()
	call := regexp.MustCompile(`\bapi\.(GET|POST|PUT|PATCH|DELETE)\(\s*'([^']+)'`)
	called := map[string]bool{}
	err := filepath.WalkDir("../web/src", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasPrefix(filepath.Ext(path), ".ts") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, found := range call.FindAllStringSubmatch(string(source), -1) {
			called[found[1]+" "+found[2]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return called
}

// listedOperations returns the operations in the tables of docs/11-web.md.
func listedOperations(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile("../docs/11-web.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([A-Za-z]+)` \\| .+ \\|$").FindAllStringSubmatch(string(text), -1) {
		listed[row[1]] = true
	}
	return listed
}
