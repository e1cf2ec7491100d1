package main

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/plan"
)

// bestForm returns a plan in which each node that empties a table and fills it from one query replaces the table
// instead: the fastest statement that DuckDB has for this. It also returns how many nodes the plan replaces.
func bestForm(p plan.Plan) (best plan.Plan, replaced int) {
	best = p
	best.Nodes = make([]plan.Node, len(p.Nodes))
	copy(best.Nodes, p.Nodes)
	for i := range best.Nodes {
		node := &best.Nodes[i]
		if isReplacement(node.Stages) {
			replaced++
			continue
		}
		if statement, ok := replacement(node.Stages); ok {
			node.Stages = []plan.Stage{{Name: "Replace table", Kind: plan.SQL, SQL: statement}}
			replaced++
		}
	}
	return best, replaced
}

// isReplacement reports whether the platform itself replaces the table.
func isReplacement(stages []plan.Stage) bool {
	return len(stages) == 1 && strings.HasPrefix(stages[0].SQL, "CREATE OR REPLACE TABLE ")
}

// replacement returns one statement for DELETE FROM table; INSERT INTO table (columns) query. The query names its
// columns as the table does.
func replacement(stages []plan.Stage) (statement string, ok bool) {
	if len(stages) != 2 || stages[0].Kind != plan.SQL || stages[1].Kind != plan.SQL {
		return "", false
	}
	table, isEmptied := strings.CutPrefix(stages[0].SQL, "DELETE FROM ")
	rest, isFilled := strings.CutPrefix(stages[1].SQL, "INSERT INTO "+table+" (")
	_, query, hasQuery := strings.Cut(rest, ")\n")
	if !isEmptied || !isFilled || !hasQuery {
		return "", false
	}
	return fmt.Sprintf("CREATE OR REPLACE TABLE %s AS\n%s", table, query), true
}
