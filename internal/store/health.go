package store

import (
	"context"
	"slices"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// Health returns the health of environments: two queries for up to environmentsAtOnce of them.
func (s *Environments) Health(
	ctx context.Context, organization ids.Organization, environments ...ids.Environment,
) (map[ids.Environment]project.EnvironmentHealth, error) {
	found := make(map[ids.Environment]project.EnvironmentHealth, len(environments))
	for some := range slices.Chunk(environments, environmentsAtOnce) {
		args := []any{organization}
		for _, id := range some {
			args = append(args, id)
		}
		err := s.db.read(ctx, func(q querier) error { return s.readHealth(ctx, q, found, args) })
		if err != nil {
			return nil, translate(err)
		}
	}
	return found, nil
}

// environmentsAtOnce is how many environments one query reads.
const environmentsAtOnce = 500

// readHealth adds the health of environments; args are their organization and their numbers.
func (s *Environments) readHealth(
	ctx context.Context, q querier, found map[ids.Environment]project.EnvironmentHealth, args []any,
) error {
	wanted := ` IN (` + placeholders(2, len(args)-1) + `)`
	type group struct {
		environment ids.Environment
		health      project.Health
		nodes       int
		failedTests int
	}
	groups, err := queryAll(ctx, q, func(scan scanner) (g group, err error) {
		return g, scan(&g.environment, &g.health, &g.nodes, &g.failedTests)
	}, `SELECT d.environment_id, `+s.db.nodeHealth()+`, count(*), CAST(coalesce(sum(b.failed_tests), 0) AS bigint)
		FROM environment_nodes d LEFT JOIN environment_builds b
		ON b.organization_id = d.organization_id AND b.environment_id = d.environment_id AND b.node_id = d.node_id
		WHERE d.organization_id = $1 AND d.environment_id`+wanted+` GROUP BY 1, 2`, args...)
	if err != nil {
		return err
	}
	nodes, failedTests := map[ids.Environment]map[project.Health]int{}, map[ids.Environment]int{}
	for _, g := range groups {
		if nodes[g.environment] == nil {
			nodes[g.environment] = map[project.Health]int{}
		}
		nodes[g.environment][g.health] = g.nodes
		failedTests[g.environment] += g.failedTests
	}
	_, err = queryAll(ctx, q, func(scan scanner) (none struct{}, err error) {
		var id ids.Environment
		var isDeployed, hasDeployFailed bool
		if err := scan(&id, &isDeployed, &hasDeployFailed); err != nil {
			return none, err
		}
		health := project.NewEnvironmentHealth(nodes[id], isDeployed || len(nodes[id]) > 0, hasDeployFailed)
		health.FailedTests = failedTests[id]
		found[id] = health
		return none, nil
	}, `SELECT id, snapshot <> '', deploy_failed OR status = 'Failed Deploy' FROM environments WHERE organization_id = $1 AND id`+wanted, args...)
	return err
}

// nodeHealth returns the expression for the health of a deployed node d with its last build b, if any. It reads the
// stored state, which is large, only of nodes that may be stale.
func (db *DB) nodeHealth() string {
	kind := `d.state ->> 'kind'`
	if db.dialect.name == postgresDialect.name {
		kind = `CAST(d.state AS json) ->> 'kind'`
	}
	return `CASE WHEN b.outcome = 'failed' THEN 'failed'
		WHEN b.outcome = 'built' AND b.run_id >= d.run_id AND b.failed_tests > 0 THEN 'testsFailing'
		WHEN b.outcome = 'built' AND b.run_id >= d.run_id AND b.skipped_run = 0 THEN 'healthy'
		WHEN ` + kind + ` IN ('view', 'none') THEN 'healthy' ELSE 'stale' END`
}
