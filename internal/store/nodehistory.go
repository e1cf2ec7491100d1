package store

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/overview"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// NodeHistory returns the last refreshes of an environment that a deployed node was part of.
func (s *Overviews) NodeHistory(
	ctx context.Context, organization ids.Organization, environment ids.Environment, node string,
) (runs []overview.NodeRun, err error) {
	err = s.db.read(ctx, func(q querier) error {
		id, err := findDeployedNode(ctx, q, organization, environment, node)
		if err != nil {
			return err
		}
		runs, err = queryAll(ctx, q, scanNodeRun, `SELECT d.run_id, d.state, d.failed_tests, d.started_at, d.ended_at, d.queries
			FROM runs n JOIN run_nodes d ON d.organization_id = n.organization_id AND d.run_id = n.id AND d.node_id = $3
			WHERE n.organization_id = $1 AND n.environment_id = $2 AND n.type = 'refresh'
			ORDER BY n.id DESC LIMIT `+strconv.Itoa(overview.MaxRuns), organization, environment, id)
		return err
	})
	return runs, err
}

// findDeployedNode returns the internal id of a deployed node. A node without an id of its own is identified by the path
// of its file, and its public id is derived from that.
func findDeployedNode(
	ctx context.Context, q querier, organization ids.Organization, environment ids.Environment, public string,
) (transform.NodeID, error) {
	candidates, err := queryAll(ctx, q, func(scan scanner) (id transform.NodeID, err error) { return id, scan(&id) },
		`SELECT node_id FROM environment_nodes WHERE organization_id = $1 AND environment_id = $2 AND (node_id = $3 OR node_id LIKE 'nodes/%')`,
		organization, environment, public)
	if err != nil {
		return "", err
	}
	for _, id := range candidates {
		if workspace.PublicID(id) == public {
			return id, nil
		}
	}
	return "", overview.NodeNotFound(environment, public)
}

func scanNodeRun(scan scanner) (r overview.NodeRun, err error) {
	var state run.NodeState
	var startedAt, endedAt int64
	var raw []byte
	if err := scan(&r.Run, &state, &r.FailedTests, &startedAt, &endedAt, &raw); err != nil {
		return r, err
	}
	r.State, r.StartedAt = overview.StateOf(state, r.FailedTests), fromMoment(startedAt)
	if startedAt > 0 && endedAt > startedAt {
		r.Duration = time.Duration(endedAt-startedAt) * time.Millisecond
	}
	r.Rows, err = loadedRows(raw)
	return r, err
}

// loadedRows returns how many rows the completed statements of a node inserted and updated; nil if none completed.
func loadedRows(stored []byte) (*int64, error) {
	var queries []struct {
		State  run.NodeState `json:"state"`
		Counts engine.Counts `json:"counts"`
	}
	if err := json.Unmarshal(stored, &queries); err != nil {
		return nil, err
	}
	var rows *int64
	for _, q := range queries {
		if q.State != run.NodeComplete {
			continue
		}
		if rows == nil {
			rows = new(int64)
		}
		*rows += q.Counts.Inserted + q.Counts.Updated
	}
	return rows, nil
}
