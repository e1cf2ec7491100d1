package layers_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestOverviewListsEveryPackage checks that the table of packages in the documentation is complete.
func TestOverviewListsEveryPackage(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join(moduleRoot(t), "docs", "1-overview.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, packages, _ := strings.Cut(string(raw), "\n## Packages\n")
	for path, row := range table() {
		if !row.support && !strings.Contains(packages, "`"+path+"`") {
			t.Errorf("%s is not in the table of packages of docs/1-overview.md: add it with its layer and purpose", path)
		}
	}
}

// TestDocumentLinksExist checks the links between documents, and from documents to code.
func TestDocumentLinksExist(t *testing.T) {
	t.Parallel()
	root := moduleRoot(t)
	link := regexp.MustCompile(`\]\(([^)#:\s]+)(#[^)]*)?\)`)
	var documents []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/decisions/*.md", "web/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, found...)
	}
	for _, document := range documents {
		raw, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range link.FindAllStringSubmatch(string(raw), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(document), match[1])); err != nil {
				t.Errorf("%s links to %s, which does not exist", document, match[1])
			}
		}
	}
}
