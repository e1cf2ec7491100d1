package projectfile

import (
	"fmt"
	"path"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// FileName returns the characters of a display name that are allowed in a file name: letters, digits, underscores and
// hyphens.
func FileName(display string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '-':
			return c
		default:
			return -1
		}
	}, display)
}

// stemOf returns the name of a file without its folder and extension.
func stemOf(file string) string {
	base := path.Base(file)
	return strings.TrimSuffix(base, path.Ext(base))
}

// splitName splits the name of a node's file into location and name.
func splitName(file string) (location, name string, ok bool) {
	location, name, ok = strings.Cut(stemOf(file), "-")
	if !ok {
		return "", stemOf(file), false
	}
	return location, name, location != "" && name != ""
}

// checkFileName reports a file whose name differs from the node in it.
func (r *reader) checkFileName(n *transform.Node) {
	want := FileName(n.Location) + "-" + FileName(n.Name)
	if n.Location == "" || n.Name == "" || stemOf(r.file) == want {
		return
	}
	r.warn(diagnostic.Position{}, finding{
		code:    diagnostic.FileNameDiffers,
		message: fmt.Sprintf("the file of node %s is called %s", n.Ref(), path.Base(r.file)),
		hint:    fmt.Sprintf("rename it to %s; the name in the file takes precedence", want+path.Ext(r.file)),
	})
}
