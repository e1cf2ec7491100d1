package runner_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/plan"
)

// simulatedDoubts counts the nodes in doubt of all scenarios without transactions and without sabotage.
var simulatedDoubts atomic.Int64 //nolint:gochecknoglobals // a counter of the test program

// TestSimulationWithoutTransactions is TestSimulation on an engine that publishes by single statements.
func TestSimulationWithoutTransactions(t *testing.T) {
	t.Parallel()
	if *oneSeed != 0 {
		report(t, *oneSeed, simulate(t, *oneSeed, sabotage{byStatement: true}))
		return
	}
	const parts = 4
	for part := range uint64(parts) {
		t.Run(fmt.Sprint("part ", part+1), func(t *testing.T) {
			t.Parallel()
			for seed := part + 1; seed <= *seeds; seed += parts {
				report(t, seed, simulate(t, seed, sabotage{byStatement: true}))
			}
		})
	}
	t.Cleanup(func() {
		t.Logf("%d nodes in doubt in %d scenarios", simulatedDoubts.Load(), *seeds)
	})
}

// targetPattern finds the table of a node in a statement of an engine without transactions.
var targetPattern = regexp.MustCompile(`"r(\d+)"\."n(\d+)"`)

// stagesByStatement returns the stages of a node that adds one row to its table, or replaces it by one row.
func stagesByStatement(schema, name string, random *rand.Rand) []plan.Stage {
	table := fmt.Sprintf("%q.%q", schema, name)
	insert := plan.Stage{Kind: plan.SQL, SQL: "INSERT INTO " + table + " (\"V\")\nSELECT '1'"}
	stages := []plan.Stage{insert}
	switch random.IntN(12) {
	case 0:
		return []plan.Stage{{Kind: plan.Test, SQL: "ROWS nothing"}}
	case 1:
		stages = append(stages, plan.Stage{Kind: plan.SQL, SQL: "FAIL on purpose"})
	case 2:
		stages = append(stages, plan.Stage{Kind: plan.Test, SQL: "FAIL on purpose", ContinueOnFailure: true})
	case 3:
		return nil
	case 4, 5, 6:
		stages = []plan.Stage{{Kind: plan.SQL, SQL: "DELETE FROM " + table}, insert}
	case 7:
		stages = append(stages, insert) // a changed copy
	case 8:
		stages[0].SQL = "MERGE INTO " + table + " AS target\nUSING (SELECT '1') AS loaded\nON 1 = 0\nWHEN NOT MATCHED THEN INSERT (\"V\") VALUES (loaded.\"V\")"
		return append(stages, plan.Stage{Kind: plan.SQL, SQL: "GRANT SELECT ON " + table + " TO x"})
	}
	if chance(random, 40) {
		stages = append(stages, plan.Stage{Kind: plan.Test, SQL: "ROWS nothing"})
	}
	if chance(random, 50) {
		stages = append(stages, plan.Stage{Kind: plan.SQL, SQL: "SLEEP " + between(random, 0, 8*time.Second).String()})
	}
	return stages
}

// countPublications returns how often a table was published.
func (s *simulation) countPublications(table string) int {
	if s.hasTransactions {
		return len(s.server.Table(table))
	}
	count := 0
	for _, commit := range s.server.Commits() {
		for _, change := range commit.Changes {
			if change.Table == table {
				count++
			}
		}
	}
	return count
}

// Outlives decides whether a statement goes on after its process is dead or has lost the engine.
func (p *process) Outlives(call simengine.Call) bool {
	p.mu.Lock()
	isDead := p.dead
	p.mu.Unlock()
	return isDead && chance(p.roll("outlives", p.name, call.Statement), 70)
}
