package execute

import (
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/sqltext"
)

// effect tells how a node is executed.
type effect struct {
	// publishes is true if the node may change data that readers see. Then its stages are one transaction, which the
	// ledger of its database records. Tests do not publish, nor does a check that a source exists: they can be
	// repeated. Every other statement counts as a change, also one that creates a table again, because what it reads
	// may have changed.
	publishes bool
}

func effectOf(node *plan.Node) effect {
	for i := range node.Stages {
		if node.Stages[i].Kind != plan.Test && !sqltext.IsReadOnly(node.Stages[i].SQL) {
			return effect{publishes: true}
		}
	}
	return effect{}
}

// effectsOf returns the effects of all nodes of a plan, in plan order. It reads all SQL of the plan.
func effectsOf(p plan.Plan) []effect {
	effects := make([]effect, len(p.Nodes))
	for i := range p.Nodes {
		effects[i] = effectOf(&p.Nodes[i])
	}
	return effects
}
