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

// newChangeCheck is what a planned refresh has to know that is to build only what changed. What is compared is looked at when
// the run begins; see Comparer.
func newChangeCheck(c *compiler.Compilation, connection ids.Connection, planned plan.Plan) *plan.ChangeCheck {
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

// changeCheckBuilder puts a comparison together.
type changeCheckBuilder struct {
	compiled   *compiler.Compilation
	connection ids.Connection
	origins    *origins
	files      fileSearch
	out        *plan.ChangeCheck
}

// add adds a node and what it reads. The fingerprint of a node does not know where its object is, so that is added.
func (w *changeCheckBuilder) add(n *compiler.Node, stages []plan.Stage) {
	place := sha256.Sum256([]byte(string(w.connection) + " " + w.compiled.Renderer.Name(n.Ref())))
	found := w.origins.of(n)
	w.out.Relations[n.ID] = w.thing(n)
	w.out.Candidates[n.ID] = plan.BuildCandidate{
		Fingerprint: n.Fingerprint + " " + hex.EncodeToString(place[:16]),
		ReadsFiles:  !n.IsSource && (w.files.inStages(stages) || w.files.inViews(found.through)),
		Origins:     w.things(found.data), Through: w.things(found.through),
	}
}

func (w *changeCheckBuilder) things(nodes []*compiler.Node) []transform.NodeID {
	listed := make([]transform.NodeID, len(nodes))
	for i, n := range nodes {
		listed[i] = n.ID
		if _, isKnown := w.out.Relations[n.ID]; !isKnown {
			w.out.Relations[n.ID] = w.thing(n)
		}
	}
	return listed
}

func (w *changeCheckBuilder) thing(n *compiler.Node) plan.CheckedRelation {
	place := w.compiled.Renderer.MappingOf(n.Node)
	thing := plan.CheckedRelation{Name: n.Ref().String(), Schema: engine.Schema{Database: place.Database, Name: place.Schema}}
	switch {
	case w.origins.isOutside(n):
		thing.Outside = w.compiled.Renderer.Name(n.Ref())
	case n.Create != nil && len(n.Create.Stages) > 0:
		thing.Object = n.Name
	}
	return thing
}
