package workspace

import (
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// joinFor returns how a new node reads its predecessors: with the join template of its type, if there is one.
//
// A template sees the node like any other template, with its predecessors in sources[0].dependencies. Its macros are
// rendered and its references are kept, however it writes them, so that the graph knows what the node reads. If the
// template fails, joinFor returns the error and builds no other join, because that would return other rows than the
// type promises.
func (v *Revision) joinFor(n *transform.Node, typ *transform.NodeType, before []*compiler.Node) (*joinBuilder, error) {
	usual := v.join(before, nil)
	template := typ.Spec.JoinTemplate
	if len(before) == 0 || strings.TrimSpace(template) == "" {
		return usual, nil
	}
	draft := *n
	draft.Columns, draft.Sources = usual.columns, []transform.Source{usual.source(n.Name)}
	draft.SQL = &transform.SQLText{Text: template}
	expanded, problems := v.Compilation.Renderer.Expand(&draft)
	if len(problems) > 0 {
		return nil, fault.New(fault.Invalid, "the joinTemplate of node type %s cannot be rendered: %s", typ.Name, problems[0].Message).
			WithHint("Fix it in the options panel of the type.")
	}
	text := strings.TrimSpace(expanded.Unprotected)
	written := v.join(before, aliasesIn(text, before))
	written.text.Reset()
	written.text.WriteString(text)
	return written, nil
}

// aliasesIn returns the aliases of nodes in the text of a join. A node that occurs several times has its first alias.
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
