package store

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/overview"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// NodeHealth returns the health of the deployed nodes of an environment, with their states in the last refreshes: three
// queries.
func (s *Overviews) NodeHealth(ctx context.Context, organization ids.Organization, environment ids.Environment) (overview.NodeHealth, error) {
	var found overview.NodeHealth
	err := s.db.read(ctx, func(q querier) error {
		var err error
		if found.Nodes, err = s.deployedNodes(ctx, q, organization, environment); err != nil {
			return err
		}
		found.Runs, err = queryAll(ctx, q, func(scan scanner) (id ids.Run, err error) { return id, scan(&id) },
			`SELECT n.id FROM runs n WHERE n.organization_id = $1 AND n.environment_id = $2 AND n.type = 'refresh'
			ORDER BY n.id DESC LIMIT `+strconv.Itoa(overview.MaxRuns), organization, environment)
		if err != nil {
			return err
		}
		slices.Reverse(found.Runs)
		return addNodeStates(ctx, q, organization, &found)
	})
	return found, err
}

// deployedNodes returns the deployed nodes with their last builds.
func (s *Overviews) deployedNodes(
	ctx context.Context, q querier, organization ids.Organization, environment ids.Environment,
) ([]overview.Node, error) {
	state := `d.state`
	if s.db.dialect.name == postgresDialect.name {
		state = `CAST(d.state AS json)`
	}
	return queryAll(ctx, q, func(scan scanner) (n overview.Node, err error) {
		var builtAt int64
		err = scan(&n.ID, &n.Name, &n.Location, &n.Type, &n.Health, &n.FailedTests, &n.LastRun, &builtAt)
		n.BuiltAt = fromMoment(builtAt)
		return n, err
	}, `SELECT d.node_id, coalesce(`+state+` ->> 'name', ''), coalesce(`+state+` ->> 'location', ''), coalesce(`+state+` ->> 'type', ''),
		`+s.db.nodeHealth()+`, coalesce(b.failed_tests, 0), CASE WHEN b.outcome IN ('built', 'failed') THEN b.run_id ELSE 0 END,
		coalesce(n.ended_at, 0)
		FROM environment_nodes d LEFT JOIN environment_builds b
		ON b.organization_id = d.organization_id AND b.environment_id = d.environment_id AND b.node_id = d.node_id
		LEFT JOIN run_nodes n ON n.organization_id = d.organization_id AND n.run_id = b.run_id AND n.node_id = d.node_id AND b.outcome = 'built'
		WHERE d.organization_id = $1 AND d.environment_id = $2`, organization, environment)
}

// addNodeStates adds the states of the nodes in the refreshes, and their usual durations.
func addNodeStates(ctx context.Context, q querier, organization ids.Organization, found *overview.NodeHealth) error {
	args := []any{organization}
	position := make(map[ids.Run]int, len(found.Runs))
	for i, id := range found.Runs {
		position[id] = i
		args = append(args, id)
	}
	nodes := make(map[transform.NodeID]*overview.Node, len(found.Nodes))
	for i := range found.Nodes {
		n := &found.Nodes[i]
		n.States = slices.Repeat([]overview.State{overview.NotInRun}, len(found.Runs))
		nodes[n.ID] = n
	}
	if len(found.Runs) == 0 {
		return nil
	}
	durations := map[transform.NodeID][]time.Duration{}
	_, err := queryAll(ctx, q, func(scan scanner) (none struct{}, err error) {
		var in ids.Run
		var id transform.NodeID
		var state run.NodeState
		var failedTests int
		var startedAt, endedAt int64
		if err := scan(&in, &id, &state, &failedTests, &startedAt, &endedAt); err != nil {
			return none, err
		}
		if n := nodes[id]; n != nil {
			n.States[position[in]] = overview.StateOf(state, failedTests)
			if state == run.NodeComplete && startedAt > 0 {
				durations[id] = append(durations[id], time.Duration(endedAt-startedAt)*time.Millisecond)
			}
		}
		return none, nil
	}, `SELECT run_id, node_id, state, failed_tests, started_at, ended_at FROM run_nodes
		WHERE organization_id = $1 AND run_id IN (`+placeholders(2, len(found.Runs))+`)`, args...)
	for id, list := range durations {
		nodes[id].Usual = overview.Usual(list)
	}
	return err
}
