package localrun

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/render"
)

// decision tells what a run does with the object of a node.
type decision struct {
	kind       decisionKind
	difference string // from the node
	isView     bool   // the existing object is a view
	isKnown    bool   // its record has the current fingerprint
	// query defines the columns of the table, if the run must compare them with the table; otherwise empty.
	query string
}

type decisionKind int

const (
	keep     decisionKind = iota // it matches the node, or the node creates nothing
	verify                       // it exists; the run compares it with the node after the upstream nodes are loaded
	create                       // it is missing
	recreate                     // it is dropped and created
	refuse                       // it would have to be recreated, and the request does not allow it
)

// creates reports whether the run contains the statements that create the object.
func (d decision) creates() bool { return d.kind == create || d.kind == recreate }

// decideAll returns a decision for each node of a plan, in plan order. The object of a skipped node stays.
func (f *DataFolder) decideAll(ctx context.Context, found *observedObjects, c *compiler.Compilation, s selection) ([]decision, error) {
	decisions := make([]decision, len(s.Nodes))
	for i := range s.Nodes {
		if n, ok := c.Node(s.Nodes[i].ID); ok && !s.skipped[i] {
			decisions[i] = f.decide(ctx, found, n, &s.Nodes[i])
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return decisions, nil
}

// decide returns the decision for one node.
func (f *DataFolder) decide(ctx context.Context, found *observedObjects, n *compiler.Node, planned *plan.Node) decision {
	if n.Create == nil || len(n.Create.Stages) == 0 {
		return decision{kind: keep}
	}
	key := keyOf(planned.Schema, n.Name)
	relation, exists := found.objects[key]
	stored, isStored := found.records[n.ID]
	d := decision{isView: relation.IsView, isKnown: isStored && stored.key() == key && stored.Structure == n.Fingerprint}
	switch {
	case !exists:
		d.kind = create
	case relation.IsView: // a view has no rows to lose
		d.kind = recreate
	case d.isKnown:
		d.kind = keep
	default:
		d.kind, d.query = verify, tableQuery(n)
		if d.difference = f.probe(ctx, n, planned); d.difference != "" {
			d.kind = refuse
		}
	}
	return d
}

// probe creates the table again in a transaction that it rolls back, and returns how the new table differs from the
// existing one. It returns nothing if the table cannot be created, because this run may create what the table reads.
func (f *DataFolder) probe(ctx context.Context, n *compiler.Node, planned *plan.Node) string {
	session, err := f.engine.Session(ctx, observerLabel())
	if err != nil {
		return ""
	}
	defer func() { _ = session.Close() }() // rolls back an open transaction
	d := f.engine.Dialect()
	if session.Begin(ctx) != nil {
		return ""
	}
	there, err := readStructure(ctx, session, d, planned)
	if err != nil {
		return ""
	}
	statements := []string{d.DropTable(d.Qualify(planned.Schema.Database, planned.Schema.Name, n.Name))}
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
