package gitrepo

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

const (
	maxPath     = 1000
	deepestPath = 50
)

// checkPath rejects a path that must not become a file.
func checkPath(path string) error {
	if len(path) > maxPath {
		return unsafePath(path[:50]+"…", "it is too long")
	}
	if strings.Count(path, "/") >= deepestPath {
		return unsafePath(path, "it is too deep")
	}
	for part := range strings.SplitSeq(path, "/") {
		if err := checkName(part); err != nil {
			return err
		}
	}
	return nil
}

// checkName rejects a name in a tree that could lead out of its folder, or into git's own folder on any file system:
// some read .GIT, ".git " and git~1 as that folder, and some ignore invisible characters.
func checkName(name string) error {
	switch {
	case name == "" || name == "." || name == "..":
		return unsafePath(name, "it leads out of the folder")
	case !utf8.ValidString(name):
		return unsafePath(name, "it is not UTF-8")
	case strings.ContainsFunc(name, isUnsafe):
		return unsafePath(name, `it has a slash, a backslash, or a character that cannot be seen`)
	}
	switch plain := strings.TrimRight(strings.ToLower(name), ". "); {
	case plain == ".git", strings.HasPrefix(plain, "git~"), strings.HasPrefix(plain, ".git:"), plain == "":
		return unsafePath(name, "it belongs to git")
	}
	return nil
}

func isUnsafe(c rune) bool {
	return c == '/' || c == '\\' || unicode.IsControl(c) || unicode.Is(unicode.Cf, c)
}

func unsafePath(path, reason string) error {
	return fault.New(fault.Invalid, "the repository has a forbidden path %q: %s", path, reason).
		WithHint("Rename it with git and try again.")
}

// CheckBranch rejects an invalid branch name. The rules are those of git, and a maximum length.
func CheckBranch(name string) error {
	if strings.HasPrefix(name, "refs/") {
		return fault.New(fault.Invalid, "%q cannot be the name of a branch: it contains git's prefix of branches", name).
			WithHint("Remove %s.", branchPrefix)
	}
	if reason := whyNoBranch(name); reason != "" {
		return fault.New(fault.Invalid, "%q cannot be the name of a branch: %s", name, reason).
			WithHint("Use letters, digits, and - _ . / in between, such as feature/orders.")
	}
	return nil
}

// whyNoBranch returns what is wrong with a branch name; empty if it is valid.
func whyNoBranch(name string) string {
	switch {
	case name == "":
		return "it is empty"
	case len(name) > maxBranch:
		return "it is too long"
	case !utf8.ValidString(name) || strings.ContainsFunc(name, isForbiddenInBranch):
		return "it contains a character that git does not allow"
	case name == "HEAD" || name == "@" || strings.HasPrefix(name, "-"):
		return "it has another meaning in git"
	case strings.Contains(name, "..") || strings.Contains(name, "@{"):
		return "it contains .. or @{"
	case IsHash(name):
		return "it looks like a commit hash"
	case slices.ContainsFunc(strings.Split(name, "/"), isBadBranchPart):
		return "a part of it is empty, begins or ends with a dot, or ends with .lock"
	}
	return ""
}

func isBadBranchPart(part string) bool {
	return part == "" || strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".") || strings.HasSuffix(part, ".lock")
}

const maxBranch = 200

func isForbiddenInBranch(c rune) bool {
	return unicode.IsControl(c) || unicode.IsSpace(c) || unicode.Is(unicode.Cf, c) || strings.ContainsRune(`~^:?*[\`, c)
}
