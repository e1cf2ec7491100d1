package refresh

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// NewChangeCheck returns what a run with onlyChanged needs to decide which nodes to build. The run compares when it starts;
// see Comparison.
func NewChangeCheck(c *compiler.Compilation, connection ids.Connection, planned plan.Plan) *plan.ChangeCheck {
	w := changeCheckBuilder{
		compiled: c, connection: connection, origins: newOrigins(c), files: newFileSearch(c),
		out: &plan.ChangeCheck{Candidates: map[transform.NodeID]plan.BuildCandidate{}, Relations: map[transform.NodeID]plan.CheckedRelation{}},
	}
	for i := range planned.Nodes {
		n, isKnown := c.Node(planned.Nodes[i].ID)
		if isKnown && len(planned.Nodes[i].Stages) > 0 {
			w.add(n, planned.Nodes[i].Stages)
		}
	}
	return w.out
}

// changeCheckBuilder builds a ChangeCheck.
type changeCheckBuilder struct {
	compiled   *compiler.Compilation
	connection ids.Connection
	origins    *origins
	files      fileSearch
	out        *plan.ChangeCheck
}

// add adds a node and what it reads.
func (w *changeCheckBuilder) add(n *compiler.Node, stages []plan.Stage) {
	found := w.origins.of(n)
	w.out.Relations[n.ID] = w.relation(n)
	w.out.Candidates[n.ID] = plan.BuildCandidate{
		Fingerprint: buildFingerprint(w.compiled, w.connection, n),
		ReadsFiles:  !n.IsSource && (w.files.inStages(stages) || w.files.inViews(found.through)),
		Origins:     w.relations(found.data), Through: w.relations(found.through),
	}
}

// buildFingerprint returns the fingerprint of a build. The fingerprint of a node does not cover the location of its object, so a
// hash of the location is appended.
func buildFingerprint(c *compiler.Compilation, connection ids.Connection, n *compiler.Node) string {
	location := sha256.Sum256([]byte(string(connection) + " " + c.Renderer.Name(n.Ref())))
	return n.Fingerprint + " " + hex.EncodeToString(location[:16])
}

func (w *changeCheckBuilder) relations(nodes []*compiler.Node) []transform.NodeID {
	listed := make([]transform.NodeID, len(nodes))
	for i, n := range nodes {
		listed[i] = n.ID
		if _, isKnown := w.out.Relations[n.ID]; !isKnown {
			w.out.Relations[n.ID] = w.relation(n)
		}
	}
	return listed
}

func (w *changeCheckBuilder) relation(n *compiler.Node) plan.CheckedRelation {
	mapping := w.compiled.Renderer.MappingOf(n.Node)
	relation := plan.CheckedRelation{Name: n.Ref().String(), Schema: engine.Schema{Database: mapping.Database, Name: mapping.Schema}}
	switch {
	case w.origins.isOutside(n):
		relation.Outside = w.compiled.Renderer.Name(n.Ref())
	case n.Create != nil && len(n.Create.Stages) > 0:
		relation.Object = n.Name
	}
	return relation
}
