package store

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// recordBuilds records which nodes a refresh has built, even if other nodes failed, because each node is a transaction of its
// own. A node that failed counts as touched: if no answer to its commit came, it may be published. A deploy invalidates the
// records of the nodes whose objects it changed.
func (t *tx) recordBuilds(ctx context.Context, end *runEnd) error {
	r := end.run
	switch {
	case end.hasDeployed():
		return t.invalidateBuilds(ctx, end)
	case r.Type != run.Refresh || end.target.kind != environmentTarget || r.Epoch == 0: // a run that never began has built nothing
		return nil
	}
	if end.outcome.Status == run.Failed {
		if err := t.recordSkipped(ctx, r); err != nil {
			return err
		}
	}
	return t.recordPlannedBuilds(ctx, end)
}

const (
	insertingBuild = `INSERT INTO environment_builds (organization_id, environment_id, node_id, run_id, outcome, fingerprint, inputs,
		failed_tests) `
	replacingBuild = ` ON CONFLICT (organization_id, environment_id, node_id) DO UPDATE SET run_id = excluded.run_id,
		outcome = excluded.outcome, fingerprint = excluded.fingerprint, inputs = excluded.inputs, failed_tests = excluded.failed_tests,
		skipped_run = 0`
	buildOutcome     = `CASE d.state WHEN 'complete' THEN 'built' ELSE 'failed' END`
	fromTouchedNodes = ` FROM run_nodes d WHERE d.organization_id = $1 AND d.run_id = $2 AND d.state IN ('complete', 'failed')`
)

// recordPlannedBuilds records the builds of a refresh. Its plan has the inputs of the nodes to build. With onlyChanged, nodes without
// inputs were not built and keep their record; otherwise they have no statements, or the plan is of an earlier version.
func (t *tx) recordPlannedBuilds(ctx context.Context, end *runEnd) error {
	r := end.run
	touched, err := t.touchedNodes(ctx, end)
	if err != nil || len(touched) == 0 {
		return err
	}
	stored, err := findPlan(ctx, t, r.Key())
	if err != nil {
		return err
	}
	planned, err := plan.Decode(stored)
	if err != nil { // a plan that cannot be decoded must not prevent the run from ending
		return t.recordWithoutInputs(ctx, r)
	}
	var values []any
	for i := range planned.Nodes {
		node := &planned.Nodes[i]
		made, isTouched := touched[node.ID]
		if !isTouched || node.Build == nil && r.Details.OnlyChanged {
			continue
		}
		row, err := packBuild(node.Build, made.outcome, run.DataVersionOf(r.ID))
		if err != nil {
			return err
		}
		values = append(values, r.Organization, r.Environment, node.ID, r.ID, made.outcome, row.fingerprint, row.inputs, made.failedTests)
	}
	return t.upsertBuilds(ctx, values)
}

// recordWithoutInputs records the builds of a refresh whose plan cannot be read.
func (t *tx) recordWithoutInputs(ctx context.Context, r run.Run) error {
	_, err := t.ExecContext(ctx, insertingBuild+`SELECT d.organization_id, $3, d.node_id, d.run_id, `+buildOutcome+`, '', '', d.failed_tests`+
		fromTouchedNodes+replacingBuild, r.Organization, r.ID, r.Environment)
	return err
}

// touchedNode is a node that a run built or failed to build.
type touchedNode struct {
	id          transform.NodeID
	outcome     run.BuildOutcome
	failedTests int
}

// touchedNodes returns the nodes of a run that were built or failed.
func (t *tx) touchedNodes(ctx context.Context, end *runEnd) (map[transform.NodeID]touchedNode, error) {
	if end.all != nil {
		return touchedOf(end.all), nil
	}
	r := end.run
	nodes, err := queryAll(ctx, t, func(scan scanner) (n touchedNode, err error) { return n, scan(&n.id, &n.outcome, &n.failedTests) },
		`SELECT d.node_id, `+buildOutcome+`, d.failed_tests`+fromTouchedNodes, r.Organization, r.ID)
	touched := make(map[transform.NodeID]touchedNode, len(nodes))
	for _, n := range nodes {
		touched[n.id] = n
	}
	return touched, err
}

// touchedOf returns the results of nodes that were built or failed.
func touchedOf(rows []nodeRow) map[transform.NodeID]touchedNode {
	touched := make(map[transform.NodeID]touchedNode, len(rows))
	for i := range rows {
		n := touchedNode{rows[i].Node, run.Built, rows[i].FailedTests}
		switch rows[i].State {
		case run.NodeFailed:
			n.outcome = run.BuildFailed
		case run.NodeComplete:
		default: // skipped or canceled
			continue
		}
		touched[n.id] = n
	}
	return touched
}

// recordSkipped marks the build records of nodes that a failed refresh skipped, because their data is older than the
// refresh. A node without a record was never built.
func (t *tx) recordSkipped(ctx context.Context, r run.Run) error {
	_, err := t.ExecContext(ctx, `UPDATE environment_builds SET skipped_run = $1 WHERE organization_id = $2 AND environment_id = $3
		AND node_id IN (SELECT d.node_id FROM run_nodes d WHERE d.organization_id = $2 AND d.run_id = $1 AND d.state = 'skipped')`,
		r.ID, r.Organization, r.Environment)
	return err
}

// buildRow contains the parts of a build record that are stored as text.
type buildRow struct{ fingerprint, inputs string }

func packBuild(build *plan.BuildInputs, outcome run.BuildOutcome, by plan.DataVersion) (buildRow, error) {
	if outcome != run.Built || build == nil {
		return buildRow{}, nil
	}
	inputs, err := json.Marshal(build.Inputs.In(by))
	return buildRow{build.Fingerprint, string(inputs)}, err
}

const (
	buildColumns = 8
	buildsAtOnce = 200 // rows in one statement: far below the maximum number of values in either database
)

func (t *tx) upsertBuilds(ctx context.Context, values []any) error {
	for some := range slices.Chunk(values, buildsAtOnce*buildColumns) {
		_, err := t.ExecContext(ctx, insertingBuild+`VALUES `+rowsOf(len(some)/buildColumns, buildColumns)+replacingBuild, some...)
		if err != nil {
			return err
		}
	}
	return nil
}

// invalidateBuilds records that a deploy has changed the objects of nodes. The name of a step is its node's id; a
// suffix after a slash tells the steps of one node apart. A step may also change other nodes; plan_states lists these.
func (t *tx) invalidateBuilds(ctx context.Context, end *runEnd) error {
	r := end.run
	touched, err := t.touchedNodes(ctx, end)
	if err != nil {
		return err
	}
	var nodes []any
	for step := range touched {
		nodes = append(nodes, step)
		if slash := strings.LastIndexByte(string(step), '/'); slash > 0 {
			nodes = append(nodes, step[:slash])
		}
	}
	others, err := t.changedBy(ctx, r, touched)
	if err != nil {
		return err
	}
	nodes = append(nodes, others...)
	for some := range slices.Chunk(nodes, buildsAtOnce) {
		_, err := t.ExecContext(ctx, `UPDATE environment_builds SET run_id = $1, outcome = 'deployed', fingerprint = '', inputs = '',
			failed_tests = 0, skipped_run = 0
			WHERE organization_id = $2 AND environment_id = $3 AND node_id IN (`+placeholders(4, len(some))+`)`,
			append([]any{r.ID, r.Organization, r.Environment}, some...)...)
		if err != nil {
			return err
		}
	}
	return nil
}

// changedBy returns the nodes that steps of a deploy change in addition to the node that the step is named after.
func (t *tx) changedBy(ctx context.Context, r run.Run, steps map[transform.NodeID]touchedNode) ([]any, error) {
	type change struct{ node, step transform.NodeID }
	changes, err := queryAll(ctx, t, func(scan scanner) (c change, err error) { return c, scan(&c.node, &c.step) },
		`SELECT node_id, step FROM plan_states WHERE organization_id = $1 AND plan_id = $2 AND step <> node_id AND step <> ''`,
		r.Organization, r.Details.Plan)
	var nodes []any
	for _, c := range changes {
		if _, isTouched := steps[c.step]; isTouched {
			nodes = append(nodes, c.node)
		}
	}
	return nodes, err
}
