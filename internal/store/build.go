package store

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// Builds returns the latest build record of nodes of an environment, or of all its nodes if none is named.
func (s *Runs) Builds(
	ctx context.Context, organization ids.Organization, environment ids.Environment, nodes ...transform.NodeID,
) (map[transform.NodeID]run.BuildRecord, error) {
	builds := make(map[transform.NodeID]run.BuildRecord, len(nodes))
	if len(nodes) == 0 {
		return builds, translate(s.addBuilds(ctx, builds, "", organization, environment))
	}
	for some := range slices.Chunk(nodes, buildsAtOnce) {
		args := []any{organization, environment}
		for _, id := range some {
			args = append(args, id)
		}
		if err := s.addBuilds(ctx, builds, ` AND node_id IN (`+placeholders(3, len(some))+`)`, args...); err != nil {
			return nil, translate(err)
		}
	}
	return builds, nil
}

// addBuilds adds the build records that match a condition. The first arguments are the organization and the environment.
func (s *Runs) addBuilds(ctx context.Context, builds map[transform.NodeID]run.BuildRecord, condition string, args ...any) error {
	type row struct {
		run.BuildRecord

		node transform.NodeID
	}
	rows, err := queryAll(ctx, s.db.reader, func(scan scanner) (r row, err error) {
		var inputs []byte
		if err = scan(&r.node, &r.Run, &r.Outcome, &r.Fingerprint, &inputs); err == nil && len(inputs) > 0 {
			err = json.Unmarshal(inputs, &r.Inputs)
		}
		return r, err
	}, `SELECT node_id, run_id, outcome, fingerprint, inputs FROM environment_builds WHERE organization_id = $1 AND environment_id = $2`+condition,
		args...)
	for i := range rows {
		builds[rows[i].node] = rows[i].BuildRecord
	}
	return err
}
