package projectfile

import (
	"path"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

const sqlExtension = ".sql"

// ParseNode reads a file of nodes/: a YAML node, or a SQL node if that is its extension. The node can be used whatever is
// wrong in the file, but it is empty if the file has an older form; Read leaves such a file out. The annotations of a SQL
// node still have to be held against its type; see ApplyAnnotations.
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
