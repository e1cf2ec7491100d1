package compiler

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// seedDataType is the type of the columns of a seed that lists none: every field of a CSV is a text.
const seedDataType = "VARCHAR"

// fillSeedColumns gives a seed that lists no columns those of its CSV.
func (n *Node) fillSeedColumns() {
	if n.Seed == nil || len(n.Columns) > 0 || n.IsSource {
		return
	}
	filled := *n.Node
	filled.Columns = make([]transform.Column, len(n.Seed.Header))
	for i, name := range n.Seed.Header {
		filled.Columns[i] = transform.Column{ID: transform.ColumnID(name), Name: name, DataType: seedDataType, Nullable: true, At: n.At}
	}
	n.Node = &filled
}

// OpenSource is a source that lists no columns, and a query that returns its columns.
type OpenSource struct {
	Node  transform.NodeID
	Query string
}

// OpenSources returns the sources that list no columns and whose columns some node needs to know: it reads them with a star,
// or its type needs their data types.
func (c *Compilation) OpenSources() []OpenSource {
	return c.openSources(func(*Node) bool { return true })
}

// OpenSourcesOf returns those of OpenSources that the given nodes, or nodes upstream of them, need.
func (c *Compilation) OpenSourcesOf(nodes []transform.NodeID) []OpenSource {
	keys := make([]string, len(nodes))
	for i, id := range nodes {
		keys[i] = string(id)
	}
	wanted := c.texts.Set(keys...).WithUpstream()
	return c.openSources(func(n *Node) bool { return wanted.Has(string(n.ID)) })
}

// openSources returns the open sources that the nodes for which isWanted is true need.
func (c *Compilation) openSources(isWanted func(*Node) bool) []OpenSource {
	var needed []string
	for _, n := range c.nodes {
		if !n.IsSource && (n.isOpen || n.needsTypes()) && isWanted(n) {
			needed = append(needed, string(n.ID))
		}
	}
	if len(needed) == 0 {
		return nil
	}
	upstream := c.texts.Set(c.texts.Ancestors(needed...)...)
	var open []OpenSource
	for _, n := range c.nodes {
		if n.isOpen && n.IsSource && upstream.Has(string(n.ID)) {
			open = append(open, OpenSource{Node: n.ID, Query: c.columnQuery(n)})
		}
	}
	return open
}

// needsTypes reports whether the type of the node needs a data type that is unknown.
func (n *Node) needsTypes() bool {
	return slices.ContainsFunc(n.findings[stepCheck], func(d diagnostic.Diagnostic) bool { return d.Code == diagnostic.ColumnTypeUnknown })
}

// columnQuery returns a query with the columns of a source. The view of a file may not exist yet, so the query of the view is
// used.
func (c *Compilation) columnQuery(n *Node) string {
	if n.Create != nil {
		for _, stage := range n.Create.Stages {
			if _, query, isView := strings.Cut(stage.SQL, " AS\n"); isView {
				return query
			}
		}
	}
	return "SELECT * FROM " + c.Renderer.Name(n.Ref()) //nolint:unqueryvet // the columns are the question
}

// AwaitsColumns reports whether only an engine knows the columns of the node, so that its SQL may not be rendered yet.
func (n *Node) AwaitsColumns() bool { return n.isOpen && !n.IsSource }

// ObservedColumns are the columns of an open source as an engine describes it, or the reason why it cannot.
type ObservedColumns struct {
	Columns []lineage.Column
	Problem string
}

// WithColumns returns the compilation with the columns of open sources. It recompiles the nodes that depend on them. A project
// with duplicates or cycles stays as it is.
func (c *Compilation) WithColumns(found map[transform.NodeID]ObservedColumns) *Compilation {
	if len(found) == 0 || len(c.duplicates)+len(c.cycles) > 0 || c.hasTextCycles {
		return c
	}
	next := *c
	project := *c.Project
	next.Project = &project
	b := &build{next: &next, previous: c, touched: make(map[transform.NodeID]bool, len(found)), sameNodes: true}
	all := make([]*Node, 0, len(c.nodes))
	for _, n := range c.nodes {
		if one, ok := found[n.ID]; ok && n.isOpen && n.IsSource {
			n = n.withoutResults()
			n.observed, n.observeProblem = one.Columns, one.Problem
			b.touched[n.ID] = true
		}
		all = append(all, n)
	}
	next.index(all)
	b.compile()
	return &next
}

// ColumnProblems returns the nodes that cannot run because an engine could not describe a source upstream of them, with the
// reason.
func (c *Compilation) ColumnProblems() map[transform.NodeID]string {
	problems := map[transform.NodeID]string{}
	for _, source := range c.nodes {
		if source.observeProblem == "" {
			continue
		}
		for _, id := range c.texts.Descendants(string(source.ID)) {
			if n := c.byID[transform.NodeID(id)]; n != nil && problems[n.ID] == "" && c.needsColumns(n) {
				problems[n.ID] = fmt.Sprintf("the columns of %s are unknown: %s", source.Ref(), source.observeProblem)
			}
		}
	}
	return problems
}

// needsColumns reports whether the node needs the columns of an open source: itself, or because it names columns of a node
// that reads the source with a star.
func (c *Compilation) needsColumns(n *Node) bool {
	if n.isOpen || n.needsTypes() {
		return true
	}
	readsOpen := slices.ContainsFunc(n.mentions, func(id transform.NodeID) bool { return c.byID[id].AwaitsColumns() })
	return readsOpen && n.HasOnlyErrors(diagnostic.UnknownColumn)
}

// checkObserved reports a source whose columns are needed and that the engine cannot describe.
func (c *Compilation) checkObserved(n *Node) {
	if n.observeProblem == "" {
		return
	}
	n.report(stepCheck, diagnostic.Diagnostic{
		Code: diagnostic.ColumnsMissing, Severity: diagnostic.Error,
		Message: "the source lists no columns, other nodes need them, and the engine cannot describe it: " + n.observeProblem,
		Hint:    "list its columns, or check that the object or the files exist in the database that its location is mapped to",
	})
}

// reportOpen warns, once, that the SQL of the node is complete only when an engine is asked for its columns.
func (n *Node) reportOpen() {
	d := diagnostic.Diagnostic{
		Code: diagnostic.ColumnsMissing, Severity: diagnostic.Warning,
		Message: "only the engine knows the columns of this node, because it reads a source that lists none with a star",
		Hint:    "list the columns of the source, or leave it to a plan or a run, which ask the engine",
	}
	if !n.hasFinding(d) {
		n.report(stepRender, d)
	}
}

// isOpenBecause reports whether the columns of the node are unknown only because a source lists none.
func (c *Compilation) isOpenBecause(n *Node, why string) bool {
	for _, id := range n.mentions {
		if up := c.byID[id]; up.isOpen && why == lineage.ColumnsUnknown(up.Ref()) {
			return true
		}
	}
	return false
}
