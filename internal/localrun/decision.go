package localrun

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/render"
)

// decision is what happens to the object of a node.
type decision struct {
	kind       decisionKind
	difference string // from what the node says
	isView     bool   // what is there now
	isKnown    bool   // it is remembered just as it will be
	// query is the one that the table takes its columns from, when both have to be compared in the run.
	query string
}

type decisionKind int

const (
	keep     decisionKind = iota // it is as the node says, or the node makes nothing
	verify                       // it is there; whether it is as the node says shows when the nodes before it are done
	create                       // it is missing
	recreate                     // it is dropped and made anew
	refuse                       // it would have to be made anew, and nobody asked for that
)

// creates reports whether the statements that make the object are part of the run.
func (d decision) creates() bool { return d.kind == create || d.kind == recreate }

// decideAll decides about all nodes of a plan, in its order.
func (w *Warehouse) decideAll(ctx context.Context, found *observedObjects, c *compiler.Compilation, p plan.Plan) ([]decision, error) {
	decisions := make([]decision, len(p.Nodes))
	for i := range p.Nodes {
		if n, ok := c.Node(p.Nodes[i].ID); ok {
			decisions[i] = w.decide(ctx, found, n, &p.Nodes[i])
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return decisions, nil
}

// decide finds out what has to happen to the object of a node.
func (w *Warehouse) decide(ctx context.Context, found *observedObjects, n *compiler.Node, planned *plan.Node) decision {
	if n.Create == nil || len(n.Create.Stages) == 0 {
		return decision{kind: keep}
	}
	key := keyOf(planned.Place, n.Name)
	relation, exists := found.objects[key]
	made, isMade := found.made[n.ID]
	d := decision{isView: relation.IsView, isKnown: isMade && made.key() == key && made.fingerprint == n.Fingerprint}
	switch {
	case !exists:
		d.kind = create
	case relation.IsView: // it has no rows to lose
		d.kind = recreate
	case d.isKnown:
		d.kind = keep
	default:
		d.kind, d.query = verify, tableQuery(n)
		if d.difference = w.probe(ctx, n, planned); d.difference != "" {
			d.kind = refuse
		}
	}
	return d
}

// probe makes a table anew in a transaction that is rolled back, and says how the new one differs from the one that is
// there. When the new one cannot be made there is nothing to say yet: what it reads may come with this very run.
func (w *Warehouse) probe(ctx context.Context, n *compiler.Node, planned *plan.Node) string {
	session, err := w.engine.Session(ctx, observerLabel())
	if err != nil {
		return ""
	}
	defer func() { _ = session.Close() }() // rolls back what is left
	d := w.engine.Dialect()
	if session.Begin(ctx) != nil {
		return ""
	}
	there, err := readStructure(ctx, session, d, planned)
	if err != nil {
		return ""
	}
	statements := []string{d.DropTable(d.Qualify(planned.Place.Database, planned.Place.Name, n.Name))}
	for _, stage := range n.Create.Stages {
		if stage.Type == render.SQLStage {
			statements = append(statements, stage.SQL)
		}
	}
	for _, statement := range statements {
		if _, err := session.Exec(ctx, statement); err != nil {
			return ""
		}
	}
	wanted, err := readStructure(ctx, session, d, planned)
	if err != nil || session.Rollback(context.WithoutCancel(ctx)) != nil {
		return ""
	}
	return there.difference(wanted)
}
