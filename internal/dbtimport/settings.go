package dbtimport

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/yamldoc"
)

// settingsFile is the file that marks the root of a dbt project.
const settingsFile = "dbt_project.yml"

// settings are the content of dbt_project.yml.
type settings struct {
	name string
	root *yamldoc.Node
}

// paths returns the folders of one kind of file.
func (s *settings) paths(key, older, otherwise string) []string {
	for _, k := range []string{key, older} {
		if list := texts(s.root.Get(k)); len(list) > 0 {
			return list
		}
	}
	return []string{otherwise}
}

// readSettings reads dbt_project.yml.
func readSettings(f folder) (*settings, error) {
	content, ok, err := f.read(settingsFile, maxText)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.New(fault.NotFound, "there is no readable %s", f.shown(settingsFile)).WithHint("Name the folder that contains dbt_project.yml.")
	}
	root, err := yamldoc.Parse(string(content))
	if err != nil {
		return nil, fault.New(fault.Invalid, "%s is not valid YAML: %v", f.shown(settingsFile), err).WithHint("Fix the file; dbt cannot read it either.")
	}
	if root == nil || root.Kind != yamldoc.Mapping || text(root.Get("name")) == "" {
		return nil, fault.New(fault.Invalid, "%s has no name", f.shown(settingsFile)).WithHint("Add the key name.")
	}
	return &settings{name: text(root.Get("name")), root: root}, nil
}

// readYAML reads a YAML file; a file that does not parse is left with an entry.
func readYAML(f folder, file string) (*yamldoc.Node, error) {
	content, ok, err := f.read(file, maxText)
	if err != nil || !ok {
		return nil, err
	}
	root, err := yamldoc.Parse(string(content))
	if err != nil {
		e := Entry{File: f.shown(file), Action: Left, Message: fmt.Sprintf("not valid YAML: %v", err), Hint: "Fix the file."}
		if known, isSyntax := errors.AsType[*yamldoc.SyntaxError](err); isSyntax {
			e.Line = int(known.Line)
		}
		f.report.add(e)
		return nil, nil //nolint:nilnil // the report has the problem
	}
	return root, nil
}

// text returns the text of a scalar; "" if it is absent or null.
func text(n *yamldoc.Node) string {
	if n.IsNull() || n.Kind != yamldoc.Scalar {
		return ""
	}
	return n.Value
}

// texts returns a list of texts, or the single text in its place.
func texts(n *yamldoc.Node) []string {
	if n == nil {
		return nil
	}
	if n.Kind == yamldoc.Scalar {
		if one := text(n); one != "" {
			return []string{one}
		}
		return nil
	}
	var list []string
	for child := range n.Children() {
		if one := text(child); one != "" && n.Kind == yamldoc.Sequence {
			list = append(list, one)
		}
	}
	return list
}

// items returns the mappings in a list.
func items(n *yamldoc.Node) []*yamldoc.Node {
	if n == nil || n.Kind != yamldoc.Sequence {
		return nil
	}
	var list []*yamldoc.Node
	for child := range n.Children() {
		if child.Kind == yamldoc.Mapping {
			list = append(list, child)
		}
	}
	return list
}

// line returns the line of a value in its file.
func line(n *yamldoc.Node) int {
	if n == nil {
		return 0
	}
	if n.KeyLine > 0 {
		return int(n.KeyLine)
	}
	return int(n.Line)
}

// stem returns the name of a file without folder and extension.
func stem(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }
