package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// maxChanges is the default and the maximum number of changes in one result.
const maxChanges = 1000

// Changes returns what changed after a sequence number, oldest first. It reads runs and nodes on one database snapshot,
// so that it skips no number between the two.
func (s *Runs) Changes(ctx context.Context, query run.ChangeQuery) ([]run.Change, error) {
	if query.Limit <= 0 || query.Limit > maxChanges {
		query.Limit = maxChanges
	}
	var changes []run.Change
	err := s.db.read(ctx, func(q querier) error {
		ofRuns, err := changedRuns(ctx, q, query)
		if err != nil {
			return err
		}
		ofNodes, err := changedNodes(ctx, q, query)
		if err != nil {
			return err
		}
		changes = slices.Concat(ofRuns, ofNodes)
		slices.SortFunc(changes, func(a, b run.Change) int { return cmp.Compare(a.Sequence, b.Sequence) })
		changes = changes[:min(len(changes), query.Limit)]
		return addRuns(ctx, q, changes)
	})
	return changes, err
}

// changesWhere returns the part of the condition that is about the run.
func changesWhere(query run.ChangeQuery) filter {
	where := filter{sql: visibleRuns, args: visibleArgs(query.Sees)}
	if query.Run != 0 {
		where.add("n.id =", query.Run)
	}
	if query.Environment != 0 {
		where.add("n.environment_id =", query.Environment)
	}
	return where
}

func changedRuns(ctx context.Context, q querier, query run.ChangeQuery) ([]run.Change, error) {
	where := changesWhere(query)
	where.add("n.changed >", query.After)
	return queryAll(ctx, q, func(scan scanner) (c run.Change, err error) {
		c.Run, err = scanRun(func(dest ...any) error { return scan(append([]any{&c.Sequence}, dest...)...) })
		return c, err
	}, fmt.Sprintf(`SELECT n.changed, %s FROM runs n WHERE %s ORDER BY n.changed LIMIT %d`, runColumns, where.sql, query.Limit), where.args...)
}

// changedNodes returns changes that contain only the key of their run.
func changedNodes(ctx context.Context, q querier, query run.ChangeQuery) ([]run.Change, error) {
	where := changesWhere(query)
	where.add("d.changed >", query.After)
	return queryAll(ctx, q, func(scan scanner) (run.Change, error) {
		c := run.Change{Node: &run.NodeChange{}}
		var started, ended int64
		err := scan(&c.Sequence, &c.Run.Organization, &c.Run.ID, &c.Node.ID, &c.Node.Name, &c.Node.State, &c.Node.FailedTests, &started, &ended)
		c.Node.Started, c.Node.Ended = fromMoment(started), fromMoment(ended)
		return c, err
	}, fmt.Sprintf(`SELECT d.changed, d.organization_id, d.run_id, d.node_id, d.name, d.state, d.failed_tests, d.started_at, d.ended_at
		FROM run_nodes d JOIN runs n ON n.organization_id = d.organization_id AND n.id = d.run_id
		WHERE %s AND d.organization_id = $1 ORDER BY d.changed LIMIT %d`, where.sql, query.Limit), where.args...)
}

// addRuns reads the runs of node changes, each once.
func addRuns(ctx context.Context, q querier, changes []run.Change) error {
	runs := map[ids.Run]run.Run{}
	for i := range changes {
		if changes[i].Node != nil {
			runs[changes[i].Run.ID] = run.Run{}
		}
	}
	if len(runs) == 0 {
		return nil
	}
	args := []any{changes[0].Run.Organization}
	var placeholders []string
	for id := range runs {
		args = append(args, id)
		placeholders = append(placeholders, fmt.Sprintf("$%d", len(args)))
	}
	found, err := queryAll(ctx, q, scanRun, `SELECT `+runColumns+` FROM runs n WHERE n.organization_id = $1 AND n.id IN (`+
		strings.Join(placeholders, ", ")+`)`, args...)
	for i := range found {
		runs[found[i].ID] = found[i]
	}
	for i := range changes {
		if changes[i].Node != nil {
			changes[i].Run = runs[changes[i].Run.ID]
		}
	}
	return err
}
