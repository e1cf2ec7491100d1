package gitrepo_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
)

// TestBranchNamesAreThoseOfGit: what git refuses is refused, and what git takes is taken, but for what would be mistaken
// for something else.
func TestBranchNamesAreThoseOfGit(t *testing.T) {
	t.Parallel()
	program := newGit(t)
	ours := map[string]bool{ // stricter than git
		"@":                     true,
		strings.Repeat("a", 40): true, strings.Repeat("x", 201): true, "a\u200bb": true, "a\u00a0b": true,
	}
	for _, name := range []string{
		"main", "feature/orders", "a.b", "a-b_c", "Ж/é", "x@y", "1", "a/b/c", "UPPER",
		"", "a b", "a..b", "a~b", "a^b", "a:b", "a?b", "a*b", "a[b", `a\b`, "a\x00b", "a\tb", "a\x7fb", ".a", "a/.b", "a.", "a.lock", "a/b.lock/c", "/a", "a/",
		"a//b", "@", "a@{b", "-a", "HEAD", "\xff", strings.Repeat("a", 40), strings.Repeat("x", 201), "a\u200bb", "a\u00a0b",
	} {
		err := gitrepo.CheckBranch(name)
		if err != nil && (!fault.Is(err, fault.Invalid) || fault.From(err).Hint == "") {
			t.Errorf("%q: got %v, want invalid with a hint", name, err)
		}
		if strings.ContainsRune(name, 0) || name == "\xff" { // cannot be asked
			if err == nil {
				t.Errorf("%q is taken", name)
			}
			continue
		}
		_, refused := program.try("check-ref-format", "--branch", name)
		if (err != nil) != (refused != nil || ours[name]) {
			t.Errorf("%q: %v, and git says %v", name, err, refused)
		}
	}
}
