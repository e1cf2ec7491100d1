package execute

import (
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/sqltext"
)

// effect is how a node is worked on.
type effect struct {
	// publishes says that it may change something that others see, so that its stages are one transaction, which the
	// ledger of its database remembers. Tests do not, nor does a check that a source is there: doing those twice is the
	// same as once. Everything else counts as a change, also what makes a table anew: what it reads may be another by
	// then.
	publishes bool
}

func mannerOf(node *plan.Node) effect {
	for i := range node.Stages {
		if node.Stages[i].Kind != plan.Test && !sqltext.IsReadOnly(node.Stages[i].SQL) {
			return effect{publishes: true}
		}
	}
	return effect{}
}

// mannersOf are the manners of all nodes of a plan, in its order. To find them out takes reading all its SQL.
func mannersOf(work plan.Plan) []effect {
	manners := make([]effect, len(work.Nodes))
	for i := range work.Nodes {
		manners[i] = mannerOf(&work.Nodes[i])
	}
	return manners
}
