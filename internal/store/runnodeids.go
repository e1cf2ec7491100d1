package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// NodeIDs returns the nodes of a run that the caller can see, in the order of its plan.
func (s *Runs) NodeIDs(ctx context.Context, sees account.Visibility, id ids.Run) ([]transform.NodeID, error) {
	var text []byte
	err := s.db.reader.QueryRowContext(ctx, `SELECT coalesce(p.node_ids, '[]') FROM runs n
		LEFT JOIN run_plans p ON p.organization_id = n.organization_id AND p.run_id = n.id
		WHERE `+visibleRuns+` AND n.id = $4`, append(visibleArgs(sees), id)...).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, run.NotFound(ids.FormatNumber(id))
	}
	if err != nil {
		return nil, translate(err)
	}
	var nodes []transform.NodeID
	return nodes, translate(json.Unmarshal(text, &nodes))
}
