package docsite_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTroubleshootingQuotesRealMessages checks that the messages in the table of docs/troubleshooting.md are in the code.
func TestTroubleshootingQuotesRealMessages(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(repository, "docs", "troubleshooting.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "\n| message contains |")
	table, _, _ := strings.Cut(rest, "\n\n")
	quoted := regexp.MustCompile("(?m)^\\| `([^`]+)`").FindAllStringSubmatch(table, -1)
	if len(quoted) < 4 {
		t.Fatalf("the table has %d messages, want at least 4", len(quoted))
	}
	code := goCode(t)
	for _, match := range quoted {
		for part := range strings.SplitSeq(match[1], "…") {
			if part = strings.TrimSpace(part); !strings.Contains(code, part) {
				t.Errorf("no message of the code contains %q", part)
			}
		}
	}
}

// goCode returns the code of the product, without tests.
func goCode(t *testing.T) string {
	t.Helper()
	var code strings.Builder
	err := filepath.WalkDir(filepath.Join(repository, "internal"), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		code.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return code.String()
}
