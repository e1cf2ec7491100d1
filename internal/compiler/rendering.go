package compiler

import (
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// render renders both templates of the touched nodes and records the upstream nodes that they read.
func (b *build) render() {
	eachWorker(b.work(), func() func(*Node) {
		input := &hashInput{}
		return func(n *Node) { b.renderNode(n, input) }
	})
}

// renderNode renders both templates of a node.
func (b *build) renderNode(n *Node, input *hashInput) {
	if n.Type != nil && !diagnostic.HasErrors(n.findings[stepLink]) {
		n.Create = b.next.renderTemplate(n, render.Create)
		n.Run = b.next.renderTemplate(n, render.Run)
	}
	n.upstream = b.next.upstreamOf(n)
	n.sqlHash = b.next.hashSQL(n, input)
	n.hasCreateStatements = n.Create != nil && len(n.Create.Stages) > 0
	n.hasRunStatements = n.Run != nil && len(n.Run.Stages) > 0
	if b.next.options.WithoutSQL {
		n.Create, n.Run = b.next.withoutStages(n.Create), b.next.withoutStages(n.Run)
	}
}

// withoutStages returns a result without its stages. The names in its refs may be substrings of the rendered text and
// would keep it in memory, so they are replaced by the equal names of the nodes.
func (c *Compilation) withoutStages(r *render.Result) *render.Result {
	if r == nil {
		return nil
	}
	slim := &render.Result{Refs: make([]render.Ref, len(r.Refs)), Passes: r.Passes}
	for i, ref := range r.Refs {
		if n, ok := c.byRef[ref.Node]; ok {
			ref.Node = n.Ref()
		}
		slim.Refs[i] = ref
	}
	return slim
}

func (c *Compilation) renderTemplate(n *Node, t render.Template) *render.Result {
	result, found := c.Renderer.Render(render.Request{Node: n.Node, Template: t})
	if result != nil {
		found = append(found, result.Warnings...)
	}
	for _, d := range found {
		switch {
		case n.isOpen && d.Code == diagnostic.TemplateFailed:
			n.reportOpen()
		case d.Code == diagnostic.TemplateSyntax || d.Code == diagnostic.MacroSyntax:
			n.reportOfType(stepRender, d)
		case !n.hasFinding(d):
			n.report(stepRender, d)
		}
	}
	return result
}

// hasFinding reports whether the same finding was reported before. A ref to an unknown node is found in the node's own
// text, with its position, and again in the rendered text, perhaps of both templates.
func (n *Node) hasFinding(d diagnostic.Diagnostic) bool {
	same := func(said diagnostic.Diagnostic) bool { return said.Code == d.Code && said.Message == d.Message }
	return slices.ContainsFunc(n.findings[stepResolve], same) || slices.ContainsFunc(n.findings[stepRender], same)
}

// results returns the templates that rendered.
func (n *Node) results() []*render.Result {
	results := make([]*render.Result, 0, 2)
	for _, r := range []*render.Result{n.Create, n.Run} {
		if r != nil {
			results = append(results, r)
		}
	}
	return results
}

// upstreamOf returns the nodes that a node reads in its own texts or in its rendered templates.
func (c *Compilation) upstreamOf(n *Node) []transform.NodeID {
	ids := c.refsOf(n, func(r staticRef) bool { return r.isEdge })
	for _, result := range n.results() {
		for _, ref := range result.Refs {
			if up, ok := c.byRef[ref.Node]; ok && ref.Kind == render.Link {
				ids = append(ids, up.ID)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
