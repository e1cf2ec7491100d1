package store

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// packStates returns the rows of plan_states, one after the other.
func packStates(p deploy.Plan) ([]any, error) {
	var rows []any
	for position, becomes := range p.Result.States {
		state := ""
		if becomes.State != nil {
			raw, err := json.Marshal(becomes.State)
			if err != nil {
				return nil, err
			}
			state = string(raw)
		}
		rows = append(rows, p.Organization, p.ID, int64(position), becomes.Node, becomes.Step, state)
	}
	return rows, nil
}

const (
	stateColumns   = 6
	statesAtOnce   = 200 // rows in one statement: far below the maximum number of values in either database
	insertingState = `INSERT INTO plan_states (organization_id, plan_id, position, node_id, step, state) VALUES `
)

func (t *tx) insertStates(ctx context.Context, values []any) error {
	for len(values) > 0 {
		taken := values[:min(len(values), statesAtOnce*stateColumns)]
		values = values[len(taken):]
		if _, err := t.ExecContext(ctx, insertingState+rowsOf(len(taken)/stateColumns, stateColumns), taken...); err != nil {
			return err
		}
	}
	return nil
}

// rowsOf returns ($1, $2), ($3, $4) for two rows of two columns.
func rowsOf(rows, columns int) string {
	list := make([]string, rows)
	for i := range list {
		list[i] = "(" + placeholders(1+i*columns, columns) + ")"
	}
	return strings.Join(list, ", ")
}

// State returns the deployed states of an environment, read on one database snapshot. Callers share the states.
func (s *Plans) State(ctx context.Context, organization ids.Organization, environment ids.Environment) (state deploy.State, err error) {
	err = s.db.read(ctx, func(q querier) error {
		at := stateVersion{organization: organization, environment: environment}
		err := q.QueryRowContext(ctx, `SELECT version, deployed_run FROM environments WHERE organization_id = $1 AND id = $2`, organization, environment).
			Scan(&at.version, &at.deployedRun)
		if err != nil {
			return missingRow(err, project.EnvironmentNotFound(ids.FormatNumber(environment)))
		}
		if known, ok := s.db.states.find(at); ok {
			state = known
			return nil
		}
		stored, err := queryAll(ctx, q, func(scan scanner) (raw []byte, err error) { return raw, scan(&raw) },
			`SELECT state FROM environment_nodes WHERE organization_id = $1 AND environment_id = $2`, organization, environment)
		if err != nil {
			return err
		}
		nodes, err := decodeStates(stored)
		if err != nil {
			return err
		}
		state = deploy.State{Version: at.version, Nodes: make(map[transform.NodeID]difference.State, len(nodes))}
		for i := range nodes {
			state.Nodes[nodes[i].ID] = nodes[i]
		}
		s.db.states.put(at, state)
		return nil
	})
	return state, err
}

// decodeStates decodes stored states on all processors, because there may be many of them and a user waits for the
// plan.
func decodeStates(stored [][]byte) ([]difference.State, error) {
	states := make([]difference.State, len(stored))
	parts := runtime.GOMAXPROCS(0)
	failed := make([]error, parts)
	var working sync.WaitGroup
	for part := range parts {
		working.Go(func() {
			for i := part; i < len(stored) && failed[part] == nil; i += parts {
				failed[part] = json.Unmarshal(stored[i], &states[i])
			}
		})
	}
	working.Wait()
	return states, errors.Join(failed...)
}

// reached selects the position of the last state that each node has reached: its step is complete, or the whole deploy
// is. $1 is the organization, $2 the plan, $3 the run, and $4 whether the deploy completed.
const reached = `WITH reached AS (SELECT max(position) AS position FROM plan_states
	WHERE organization_id = $1 AND plan_id = $2 AND ((step = '' AND $4) OR step IN
		(SELECT node_id FROM run_nodes WHERE organization_id = $1 AND run_id = $3 AND state = 'complete'))
	GROUP BY node_id) `

// applyDeployedStates stores the states that a deploy has reached in its environment. Whatever the outcome, earlier
// plans become stale; the deploy's own plan can be resumed.
func (t *tx) applyDeployedStates(ctx context.Context, end *runEnd) error {
	if !end.hasDeployed() {
		return nil
	}
	r, isGood := end.run, end.outcome.Status == run.Completed
	for _, statement := range []string{
		reached + `INSERT INTO environment_nodes (organization_id, environment_id, node_id, state, run_id)
			SELECT $1, $5, node_id, state, $3 FROM plan_states WHERE organization_id = $1 AND plan_id = $2 AND state <> ''
				AND position IN (SELECT position FROM reached)
			ON CONFLICT (organization_id, environment_id, node_id) DO UPDATE SET state = excluded.state, run_id = excluded.run_id`,
		reached + `DELETE FROM environment_nodes WHERE organization_id = $1 AND environment_id = $5 AND node_id IN
			(SELECT node_id FROM plan_states WHERE organization_id = $1 AND plan_id = $2 AND state = ''
				AND position IN (SELECT position FROM reached))`,
	} {
		if _, err := t.ExecContext(ctx, statement, r.Organization, r.Details.Plan, r.ID, isGood, r.Environment); err != nil {
			return err
		}
	}
	return t.incrementVersion(ctx, r, isGood)
}

func (t *tx) incrementVersion(ctx context.Context, r run.Run, isGood bool) error {
	_, err := t.ExecContext(ctx, `UPDATE environments SET version = version + 1 WHERE organization_id = $1 AND id = $2`, r.Organization, r.Environment)
	if err != nil {
		return err
	}
	// If the environment was also changed by another request, the version of the plan stays behind, and the plan is
	// stale.
	_, err = t.ExecContext(ctx, `UPDATE plans SET version = version + 1 WHERE organization_id = $1 AND id = $3
		AND version = (SELECT e.version - 1 FROM environments e WHERE e.organization_id = $1 AND e.id = $2)`,
		r.Organization, r.Environment, r.Details.Plan)
	if err != nil || !isGood {
		return err
	}
	_, err = t.ExecContext(ctx, `UPDATE environments SET deployed_run = $1, parameters = coalesce((SELECT p.parameters FROM plans p
		WHERE p.organization_id = $2 AND p.id = $3 AND p.changes_parameters), parameters)
		WHERE organization_id = $2 AND id = $4`, r.ID, r.Organization, r.Details.Plan, r.Environment)
	return err
}
