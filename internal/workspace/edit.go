package workspace

import (
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

// Check rejects an edit that is invalid whatever the workspace contains.
func (e *Edit) Check() error {
	for path, content := range e.Put {
		if err := checkPath(path); err != nil {
			return err
		}
		if len(content) > MaxFileBytes {
			return fault.New(fault.Invalid, "the file %s would have %d bytes", path, len(content)).
				WithHint("Split the file, or keep data out of the project. A file has at most %d MB.", MaxFileBytes>>20)
		}
	}
	for _, path := range e.Remove {
		if _, both := e.Put[path]; both {
			return fault.New(fault.Internal, "the file %s is both written and removed", path)
		}
	}
	return nil
}

// checkPath rejects paths that would point elsewhere on a disk, or that a database cannot store.
func checkPath(path string) error {
	isOdd := len(path) > maxPathBytes || path == "." || !fs.ValidPath(path) || !utf8.ValidString(path) ||
		strings.ContainsAny(path, "\\:") || strings.ContainsFunc(path, func(c rune) bool { return c < ' ' || c == 0x7f })
	if isOdd {
		return fault.New(fault.Invalid, "a file cannot be called %.100q", path).
			WithHint("Use a path such as nodes/STAGE-ORDERS.yml, with at most %d bytes.", maxPathBytes)
	}
	return nil
}

// CheckSize rejects a workspace that would exceed what can be deployed.
func CheckSize(files, bytes int64) error {
	if files > MaxFiles || bytes > MaxBytes {
		return fault.New(fault.Invalid, "the workspace would have %d files with %d bytes", files, bytes).
			WithHint("Remove files. A project has at most %d files with %d MB together.", MaxFiles, MaxBytes>>20)
	}
	return nil
}

// StaleRevision is the fault of an edit that was planned on an older revision.
func StaleRevision() error {
	return fault.New(fault.Conflict, "another edit changed the workspace").WithHint("Try again.")
}

// StaleFile is the fault of an edit that expects another version of a file.
func StaleFile(path string) error {
	return fault.New(fault.Conflict, "another edit changed the file %s", path).
		WithHint("Read it again and apply your change to the current version.")
}
