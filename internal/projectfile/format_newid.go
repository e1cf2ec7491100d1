package projectfile

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// AddID returns the file of a node with a new id if it has none. It does not change files of other parts, and nodes that
// have an id, even an invalid one.
func AddID(file string, content []byte, newID func() transform.NodeID) (withID []byte, isChanged bool, err error) {
	switch {
	case !isNodeFile(file):
		return content, false, nil
	case isSQLNode(file):
		withID, isChanged = addSQLID(string(content), newID)
	case isYAMLFile(file):
		withID, isChanged, err = addYAMLID(string(content), newID)
	}
	if err != nil || !isChanged {
		return content, false, err
	}
	return withID, true, nil
}

// addSQLID adds the annotation @id before the other annotations, so that a comment at the top of the file stays there.
func addSQLID(text string, newID func() transform.NodeID) ([]byte, bool) {
	read, _ := sqltext.ReadNode(text)
	at := 0
	for i, annotation := range read.Annotations {
		if annotation.Name == "id" {
			return nil, false
		}
		if i == 0 {
			at = annotation.Range.Start
		}
	}
	line := fmt.Sprintf("@id(%q)\n", string(newID()))
	if at == 0 && len(read.Annotations) == 0 && !strings.HasPrefix(text, "\n") {
		line += "\n"
	}
	return []byte(text[:at] + line + text[at:]), true
}

// addYAMLID adds the key id to a node. It does not change other YAML in the folder of nodes, which has no operation.
func addYAMLID(text string, newID func() transform.NodeID) ([]byte, bool, error) {
	document, err := yamldoc.Read(text)
	if err != nil {
		return nil, false, fault.Wrap(err, fault.Invalid, "the file is not YAML").WithHint("Fix it first.")
	}
	root := document.Root
	if root == nil || root.Kind != yamldoc.Mapping || root.Get("operation") == nil || !root.Get("id").IsNull() {
		return nil, false, nil
	}
	root.Set("id", yamldoc.Text(string(newID())))
	return document.Bytes(), true, nil
}
