package workspace

import (
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

// Check says what is wrong with an edit by itself, whatever is in the workspace.
func (e *Edit) Check() error {
	for path, content := range e.Put {
		if err := checkPath(path); err != nil {
			return err
		}
		if len(content) > MostFileBytes {
			return fault.New(fault.Invalid, "the file %s would have %d bytes", path, len(content)).
				WithHint("A file has at most %d MB. Divide it, or keep data out of the project.", MostFileBytes>>20)
		}
	}
	for _, path := range e.Remove {
		if _, both := e.Put[path]; both {
			return fault.New(fault.Internal, "the file %s is both put and removed", path)
		}
	}
	return nil
}

// checkPath refuses paths that would mean another place on a disk, or that a database cannot hold.
func checkPath(path string) error {
	isOdd := len(path) > maxPathBytes || path == "." || !fs.ValidPath(path) || !utf8.ValidString(path) ||
		strings.ContainsAny(path, "\\:") || strings.ContainsFunc(path, func(c rune) bool { return c < ' ' || c == 0x7f })
	if isOdd {
		return fault.New(fault.Invalid, "a file cannot be called %.100q", path).
			WithHint("A path is like nodes/STAGE-ORDERS.yml, with at most %d bytes.", maxPathBytes)
	}
	return nil
}

// CheckSize says when a workspace would hold more than can be deployed.
func CheckSize(files, bytes int64) error {
	if files > MostFiles || bytes > MostBytes {
		return fault.New(fault.Invalid, "the workspace would have %d files with %d bytes", files, bytes).
			WithHint("A project has at most %d files with %d MB together.", MostFiles, MostBytes>>20)
	}
	return nil
}

// StaleRevision is the fault for an edit that was made for a workspace as it no longer is.
func StaleRevision() error {
	return fault.New(fault.Conflict, "the workspace has changed meanwhile").WithHint("Send the request again.")
}

// StaleFile is the fault for an edit that expects another version of a file.
func StaleFile(path string) error {
	return fault.New(fault.Conflict, "the file %s has changed meanwhile", path).
		WithHint("Look at it again, and make your change to what is there now.")
}
