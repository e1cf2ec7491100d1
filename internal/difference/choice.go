package difference

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// chooseType finds the type of a column that is computed in another way than it was, and that nobody wrote a type for: the
// engine is asked what the query gives. Without an answer the type stays open.
func (w *nodePlan) chooseType(k *keptColumn) {
	if w.after.ColumnsUnknown || !k.expressionChanged() || !w.staysFor(w.id()) {
		return
	}
	query := w.choosingQuery()
	if query == "" {
		return
	}
	columns, isAsked := w.Observed.Described[query]
	if !isAsked {
		w.ask(query)
		return
	}
	for _, c := range columns {
		if w.warehouse.sameName(c.Name, k.to.Name) {
			to := *k.to
			to.Type = c.Type
			k.to = &to
		}
	}
}

func (c *comparison) ask(query string) {
	if len(c.queries) == 0 || c.queries[len(c.queries)-1] != query {
		c.queries = append(c.queries, query)
	}
}

// choosingQuery is the query that the table of the node is made from; empty when it is made in another way.
func (w *nodePlan) choosingQuery() string {
	begin := sqltext.Canonical(w.warehouse.words.CreateTable(w.name()) + " AS")
	for i := range w.node.Create.Stages {
		head, query, isCut := strings.Cut(w.node.Create.Stages[i].SQL, " AS\n")
		if isCut && sqltext.Canonical(head+" AS") == begin {
			return query
		}
	}
	return ""
}

// staysFor reports whether all that a node reads stays as it is, so that the engine can tell what its query gives. A view
// stays when what it reads does.
func (c *comparison) staysFor(id transform.NodeID) bool {
	if c.stays == nil {
		c.stays = make(map[transform.NodeID]bool, len(c.nodes))
		for i, n := range c.nodes {
			c.stays[n.ID] = c.same[i] || !isMade(n) || !n.DeployEnabled
		}
	}
	return c.readsStay(id, map[transform.NodeID]bool{})
}

func (c *comparison) readsStay(id transform.NodeID, seen map[transform.NodeID]bool) bool {
	seen[id] = true
	for _, key := range c.Desired.Graph.Upstream(string(id)) {
		up := transform.NodeID(key)
		if !c.stays[up] || c.Stored[up].Kind == View && !seen[up] && !c.readsStay(up, seen) {
			return false
		}
	}
	return true
}

// mayBeOtherType reports whether the new table may have another type for a column than the old one, and which is not known.
func (w *nodePlan) mayBeOtherType(k keptColumn) bool {
	return k.to.Type == "" && k.to.Name != w.after.Key && (k.expressionChanged() || !w.staysFor(w.id()))
}
