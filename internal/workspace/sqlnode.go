package workspace

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// withIdentity makes sure that a text is the one of a node: one without an id gets it.
func withIdentity(text string, id transform.NodeID) (string, error) {
	switch named := textIdentity(text); named {
	case id:
		return text, nil
	case "":
		return fmt.Sprintf("@id(%q)\n%s", string(id), text), nil
	default:
		return "", fault.New(fault.Invalid, "the text is that of node %.100s, by its @id", named).
			WithHint("Keep the line @id(%q), or leave it out.", string(id))
	}
}

// anywhere is a file to read a text as, whatever its node is called.
const anywhere = "nodes/WORK-TEXT.sql"

// textIdentity is the id that a text names; empty when it names none.
func textIdentity(text string) transform.NodeID {
	if read, _ := projectfile.ParseNode(anywhere, text); read.ID != anywhere {
		return read.ID
	}
	return ""
}

// fillSQL gives a new node its text: the one that came with the wish, or one that selects what the predecessors have.
func (v *Revision) fillSQL(n *transform.Node, typ *transform.NodeType, wish NewNode, before []*compiler.Node) error {
	var text string
	if wish.SQL != nil {
		text = *wish.SQL
	} else {
		made, err := v.joinFor(n, typ, before)
		if err != nil {
			return err
		}
		text = made.selectText()
	}
	read, _ := projectfile.ParseNode(anywhere, text)
	if read.Type == "" {
		text = fmt.Sprintf("@nodeType(%q)\n%s", string(wish.Type), text)
	}
	text, err := withIdentity(text, n.ID)
	n.SQL = &transform.SQLText{Text: text}
	return err
}

// selectText is a query for all columns of what is joined.
func (j *joinBuilder) selectText() string {
	if len(j.refs) == 0 {
		return "\nSELECT\n  1 AS \"ID\"\n"
	}
	columns := make([]string, 0, len(j.columns))
	for i := range j.columns {
		c := &j.columns[i]
		columns = append(columns, fmt.Sprintf("  %s AS %s", j.origins[strings.ToLower(c.Name)], j.dialect.Quote(c.Name)))
	}
	if len(columns) == 0 {
		columns = append(columns, "  *")
	}
	return "\nSELECT\n" + strings.Join(columns, ",\n") + "\n" + j.text.String() + "\n"
}
