package workspace

import (
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// joinFor is how a new node reads its predecessors: as the join template of its type says, if the type has one.
//
// A template sees the node as any other template does, with its predecessors in sources[0].dependencies. Its macros are
// rendered and its references are kept, however it writes them, so that the graph knows what the node reads. A template
// that fails is said, and no other join takes its place: it would give other rows than the type promises.
func (v *Revision) joinFor(n *transform.Node, typ *transform.NodeType, before []*compiler.Node) (*joinBuilder, error) {
	usual := v.join(before, nil)
	template := typ.Spec.JoinTemplate
	if len(before) == 0 || strings.TrimSpace(template) == "" {
		return usual, nil
	}
	draft := *n
	draft.Columns, draft.Sources = usual.columns, []transform.Source{usual.source(n.Name)}
	draft.SQL = &transform.SQLText{Text: template}
	text, problems := v.Compilation.Renderer.Expand(&draft)
	if len(problems) > 0 {
		return nil, fault.New(fault.Invalid, "the joinTemplate of node type %s cannot be rendered: %s", typ.Name, problems[0].Message).
			WithHint("Mend it in the options panel of the type.")
	}
	text = strings.TrimSpace(text)
	written := v.join(before, aliasesIn(text, before))
	written.text.Reset()
	written.text.WriteString(text)
	return written, nil
}

// aliasesIn are the names that nodes have in the text of a join. One that is read more often goes by its first name.
func aliasesIn(text string, before []*compiler.Node) map[transform.NodeID]string {
	byRef := make(map[transform.NodeRef]transform.NodeID, len(before))
	for _, n := range before {
		byRef[n.Ref()] = n.ID
	}
	named := map[transform.NodeID]string{}
	for _, ref := range sqltext.Refs(text) {
		id, isBefore := byRef[transform.NodeRef{Location: ref.Location, Name: ref.Node}]
		if _, isNamed := named[id]; !isBefore || isNamed {
			continue
		}
		named[id] = ref.Node
		if ref.Alias.Text != "" {
			named[id] = ref.Alias.Text
		}
	}
	return named
}
