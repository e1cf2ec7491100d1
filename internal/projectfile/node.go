package projectfile

import (
	"path"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

const sqlExtension = ".sql"

// ParseNode reads a file of nodes/: a SQL node if that is its extension, else a YAML node. The node is usable even if
// the file has errors. It is empty if the file has an older format that is not read; Read skips such a file. The
// annotations of a SQL node must still be compared with its type; see ApplyAnnotations.
func ParseNode(path, content string) (*transform.Node, []diagnostic.Diagnostic) {
	r := newReader(path)
	n := r.node(content)
	return n, r.found
}

func (r *reader) node(content string) *transform.Node {
	var n *transform.Node
	if isSQLNode(r.file) {
		n = r.sqlNode(strings.TrimPrefix(content, "\ufeff"))
	} else {
		n = &r.yamlNode(content).Node
	}
	r.about(n)
	return n
}

func isSQLNode(file string) bool { return path.Ext(file) == sqlExtension }
