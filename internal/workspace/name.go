package workspace

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/validate"
)

const maxName = 200

// checkNodeName rejects names that cannot be used in a ref, in quotes or on a screen.
func checkNodeName(n *transform.Node) error {
	if err := validate.CheckName("the node's name", n.Name, maxName); err != nil {
		return err
	}
	if strings.ContainsAny(n.Name, "'\"`\\/{}%") || !strings.ContainsFunc(n.Name, isLetterOrDigit) {
		return fault.New(fault.Invalid, "a node cannot be called %q", n.Name).
			WithHint("Use letters, digits, underscores, hyphens and the like, but no quotes, slashes or braces.")
	}
	if n.Kind == transform.SQLNode && (projectfile.FileName(n.Name) != n.Name || projectfile.FileName(n.Location) != n.Location ||
		strings.Contains(n.Location, "-")) {
		return fault.New(fault.Invalid, "a node that is written in SQL cannot be called %s in the Storage Location %s", n.Name, n.Location).
			WithHint("Use only letters, digits and underscores, because the file has the same name. The node's name may also have hyphens.")
	}
	return nil
}

func isLetterOrDigit(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// checkLocation rejects a storage location that the project does not have.
func checkLocation(p *transform.Project, location string) error {
	if slices.Contains(p.Locations, location) {
		return nil
	}
	hint := "Set the locations of the project first; it has none."
	if len(p.Locations) > 0 {
		hint = fmt.Sprintf("Choose one of %s.", strings.Join(p.Locations[:min(len(p.Locations), 20)], ", "))
	}
	return fault.New(fault.Invalid, "the Storage Location %.100q does not exist", location).WithHint("%s", hint)
}

// checkUnique rejects a second node of the same name in a location. It ignores case, because in most engines both nodes
// would be one table.
func checkUnique(c *compiler.Compilation, n *transform.Node) error {
	for _, other := range c.Nodes() {
		if other.ID != n.ID && strings.EqualFold(other.Name, n.Name) && other.Location == n.Location {
			return fault.New(fault.Invalid, "nodes must have unique names: there is already a node %s in the same Storage Location %s",
				other.Name, n.Location).WithHint("Choose another name, or another location.")
		}
	}
	return nil
}

// freeName returns a name that no node of the location has, ignoring case.
func freeName(c *compiler.Compilation, location, wanted string) string {
	taken := map[string]bool{}
	for _, n := range c.Nodes() {
		if n.Location == location {
			taken[strings.ToLower(n.Name)] = true
		}
	}
	name := wanted
	for number := 2; taken[strings.ToLower(name)]; number++ {
		name = fmt.Sprintf("%s_%d", wanted, number)
	}
	return name
}

// freePath returns the path of a new file: the wanted path, or one with a number if another file has it. It ignores
// case, as many file systems do.
func freePath(files map[string]File, wanted string, gone ...string) string {
	folder := path.Dir(wanted)
	taken := map[string]bool{}
	for file := range files {
		if path.Dir(file) == folder && !slices.Contains(gone, file) {
			taken[strings.ToLower(file)] = true
		}
	}
	extension := path.Ext(wanted)
	stem := strings.TrimSuffix(wanted, extension)
	for number := 2; taken[strings.ToLower(wanted)]; number++ {
		wanted = fmt.Sprintf("%s_%d%s", stem, number, extension)
	}
	return wanted
}
