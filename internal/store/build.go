package store

import (
	"context"
	"encoding/json"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// Builds returns the latest build record of each node of an environment.
func (s *Runs) Builds(ctx context.Context, organization ids.Organization, environment ids.Environment) (map[transform.NodeID]run.BuildRecord, error) {
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
	}, `SELECT node_id, run_id, outcome, fingerprint, inputs FROM environment_builds WHERE organization_id = $1 AND environment_id = $2`,
		organization, environment)
	builds := make(map[transform.NodeID]run.BuildRecord, len(rows))
	for i := range rows {
		builds[rows[i].node] = rows[i].BuildRecord
	}
	return builds, translate(err)
}
