package workspace

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// withIdentity returns the text with the node's id. It rejects the id of another node.
func withIdentity(text string, id transform.NodeID) (string, error) {
	switch named := textIdentity(text); named {
	case id:
		return text, nil
	case "":
		return fmt.Sprintf("@id(%q)\n%s", string(id), text), nil
	default:
		return "", fault.New(fault.Invalid, "the @id of the text belongs to node %.100s", named).
			WithHint("Keep the line @id(%q), or leave it out.", string(id))
	}
}

// placeholderFile is the path with which a text is parsed if the path does not matter.
const placeholderFile = "nodes/WORK-TEXT.sql"

// textIdentity returns the id in a text; empty if it has none.
func textIdentity(text string) transform.NodeID {
	if read, _ := projectfile.ParseNode(placeholderFile, text); read.ID != placeholderFile {
		return read.ID
	}
	return ""
}

// fillSQL sets the text of a new node: that of the request, or one that selects the columns of the predecessors.
func (v *Revision) fillSQL(n *transform.Node, typ *transform.NodeType, draft NewNode, before []*compiler.Node) error {
	var text string
	if draft.SQL != nil {
		text = *draft.SQL
	} else {
		made, err := v.joinFor(n, typ, before)
		if err != nil {
			return err
		}
		text = made.selectText()
	}
	read, _ := projectfile.ParseNode(placeholderFile, text)
	if read.Type == "" {
		text = fmt.Sprintf("@nodeType(%q)\n%s", string(draft.Type), text)
	}
	text, err := withIdentity(text, n.ID)
	n.SQL = &transform.SQLText{Text: text}
	return err
}

// selectText returns a query for all columns of the join.
func (j *joinBuilder) selectText() string {
	if len(j.refs) == 0 {
		return "\nSELECT\n  1 AS \"ID\"\n"
	}
	columns := make([]string, 0, len(j.columns))
	for i := range j.columns {
		columns = append(columns, fmt.Sprintf("  %s AS %s", j.sources[i], j.dialect.Quote(j.columns[i].Name)))
	}
	if len(columns) == 0 {
		columns = append(columns, "  *")
	}
	return "\nSELECT\n" + strings.Join(columns, ",\n") + "\n" + j.text.String() + "\n"
}
