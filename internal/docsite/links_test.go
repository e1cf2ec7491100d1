package docsite_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/docsite"
)

// repository is the root of the repository.
const repository = "../.."

// documents returns the Markdown files of the repository by their paths.
func documents(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "web/*.md"} {
		found, err := filepath.Glob(filepath.Join(repository, pattern))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	if len(names) < 60 {
		t.Fatalf("only %d documents", len(names))
	}
	return names
}

// TestLinksBetweenDocumentsWork checks that every relative link of the documents leads to a file, and its anchor to a heading.
func TestLinksBetweenDocumentsWork(t *testing.T) {
	t.Parallel()
	pages := map[string]docsite.Document{}
	for _, name := range documents(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := docsite.Read(filepath.ToSlash(name), text)
		if err != nil {
			t.Fatal(err)
		}
		pages[filepath.Clean(name)] = p
	}
	for name, p := range pages {
		for _, target := range p.Links {
			checkLink(t, pages, name, target)
		}
	}
}

func checkLink(t *testing.T, pages map[string]docsite.Document, from, target string) {
	t.Helper()
	file, anchor, hasAnchor := strings.Cut(target, "#")
	if strings.Contains(file, "://") || strings.HasPrefix(file, "mailto:") {
		return
	}
	at := from
	if file != "" {
		at = filepath.Clean(filepath.Join(filepath.Dir(from), file))
	}
	if _, err := os.Stat(at); err != nil {
		t.Errorf("%s links to %s, which does not exist", from, target)
		return
	}
	p, isDocument := pages[at]
	if !hasAnchor || !isDocument {
		return
	}
	if !slices.Contains(p.Anchors, anchor) {
		t.Errorf("%s links to %s, but %s has no heading with that anchor", from, target, at)
	}
}

// TestEveryPageIsInTheIndex checks that docs/README.md leads to all pages but the decisions, which have an own list.
func TestEveryPageIsInTheIndex(t *testing.T) {
	t.Parallel()
	list, linked, err := docsite.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		if !linked[d.Path] && !strings.HasPrefix(d.File, "decisions/") {
			t.Errorf("docs/README.md does not link to %s", d.File)
		}
		if d.Title == "" {
			t.Errorf("%s has no title", d.File)
		}
	}
}

// TestDocumentsHaveNoHTML finds raw HTML, which the pages of the server leave out.
func TestDocumentsHaveNoHTML(t *testing.T) {
	t.Parallel()
	for _, name := range documents(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		inCode := false
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				inCode = !inCode
			}
			if !inCode && (strings.HasPrefix(line, "<") && !strings.HasPrefix(line, "<!--") && !strings.HasPrefix(line, "<http")) {
				t.Errorf("%s:%d: raw HTML: %s", name, i+1, line)
			}
		}
	}
}
