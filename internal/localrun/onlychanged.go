package localrun

import (
	"context"
	"fmt"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/refresh"
	"github.com/millrace/millrace/internal/run"
)

// selection is a plan and which of its nodes a run leaves as they are. The other nodes have what they are built from.
type selection struct {
	plan.Plan

	skipped []bool // by position in the plan
}

// selectAll selects every node.
func selectAll(found *observedObjects, p plan.Plan, inputs *refresh.InputRecorder) selection {
	inputs.Record(found.builds())
	return selection{p, make([]bool, len(p.Nodes))}
}

// selectChanged selects the nodes that a run with OnlyChanged builds, by the rules of a server. The other nodes lose their
// statements.
func (f *DataFolder) selectChanged(ctx context.Context, found *observedObjects, c *compiler.Compilation, p plan.Plan) (selection, error) {
	p.ChangeCheck = refresh.NewChangeCheck(c, "", p)
	decided, err := refresh.Comparison{Engine: listedEngine{f.engine, f, found}, Builds: found.builds()}.Decide(ctx, p)
	if err != nil {
		return selection{}, err
	}
	s := selection{decided, make([]bool, len(decided.Nodes))}
	for i := range decided.Nodes {
		node := &decided.Nodes[i]
		n, isKnown := c.Node(node.ID)
		s.skipped[i] = node.Build == nil && node.Invalid == ""
		if isKnown && s.skipped[i] && len(p.Nodes[i].Stages) == 0 && n.Create != nil && len(n.Create.Stages) > 0 {
			node.Reason, s.skipped[i] = found.compareObject(n, node.Schema)
		}
	}
	return s, nil
}

// compareObject decides whether the object of a node without data, such as a view, is left as it is, and why. A local run creates
// objects; on a server deployments do that.
func (o *observedObjects) compareObject(n *compiler.Node, schema engine.Schema) (reason string, isSkipped bool) {
	key := keyOf(schema, n.Name)
	stored, isStored := o.records[n.ID]
	_, exists := o.objects[key]
	switch {
	case !exists:
		return "it does not exist", false
	case !isStored:
		return "no build record", false
	case stored.Outcome == run.BuildFailed:
		return fmt.Sprintf("it failed in run %d", stored.run), false
	case stored.key() != key:
		return "it was last built in another schema or database", false
	case stored.Structure != n.Fingerprint:
		return "its definition changed, or that of a node it depends on", false
	default:
		return fmt.Sprintf("not built: nothing changed since run %d", stored.run), true
	}
}

// listedEngine is an engine whose catalog has been read already, as far as the run needed it.
type listedEngine struct {
	engine.Engine

	folder *DataFolder
	found  *observedObjects
}

// Catalog returns the relations that are known, and asks for those of other schemas.
func (e listedEngine) Catalog(ctx context.Context, schemas ...engine.Schema) (map[engine.Schema][]engine.Relation, error) {
	if err := e.folder.list(ctx, e.found, schemas); err != nil {
		return nil, err
	}
	listed := make(map[engine.Schema][]engine.Relation, len(schemas))
	for _, schema := range schemas {
		listed[schema] = e.found.schemas[schemaKey(schema)]
	}
	return listed, nil
}
