package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

const nodeColumns = `d.node_id, d.name, d.state, d.attempt, d.started_at, d.ended_at, d.failed_tests, d.problem, d.queries`

func scanNode(scan scanner) (run.NodeResult, error) {
	var result run.NodeResult
	var started, ended int64
	var problem, queries []byte
	err := scan(&result.Node, &result.Name, &result.State, &result.Attempt, &started, &ended, &result.FailedTests, &problem, &queries)
	if err != nil {
		return result, err
	}
	result.StartedAt, result.EndedAt = fromMoment(started), fromMoment(ended)
	if err := json.Unmarshal(problem, &result.Problem); err != nil {
		return result, err
	}
	result.Queries, err = readQueries(queries)
	return result, err
}

// readQueries decodes the stored results of stages. Integers in failing rows stay integers, however large.
func readQueries(stored []byte) ([]run.QueryResult, error) {
	var queries []run.QueryResult
	decoder := json.NewDecoder(bytes.NewReader(stored))
	decoder.UseNumber()
	if err := decoder.Decode(&queries); err != nil {
		return nil, err
	}
	for i := range queries {
		if queries[i].FailingRows == nil {
			continue
		}
		for _, row := range queries[i].FailingRows.Values {
			for j := range row {
				row[j] = plainNumber(row[j])
			}
		}
	}
	return queries, nil
}

func plainNumber(value any) any {
	number, ok := value.(json.Number)
	if !ok {
		return value
	}
	if whole, err := number.Int64(); err == nil {
		return whole
	}
	float, _ := number.Float64() // it was a float when it was stored
	return float
}

// findNodes returns the stored results of a run's nodes.
func findNodes(ctx context.Context, q querier, key run.Key) (map[transform.NodeID]run.NodeResult, error) {
	results, err := queryAll(ctx, q, scanNode, `SELECT `+nodeColumns+` FROM run_nodes d WHERE d.organization_id = $1 AND d.run_id = $2`,
		key.Organization, key.Run)
	if err != nil {
		return nil, err
	}
	nodes := make(map[transform.NodeID]run.NodeResult, len(results))
	for i := range results {
		nodes[results[i].Node] = results[i]
	}
	return nodes, nil
}

// nodeRow is a result with the parts that are stored as text.
type nodeRow struct {
	run.NodeResult

	problem, queries string
}

// packNodes converts results to rows. Of several results of one node the last counts, unless an earlier one is final. A
// waiting node gets no row.
func packNodes(results []run.NodeResult) ([]nodeRow, error) {
	rows := make([]nodeRow, 0, len(results))
	positions := make(map[transform.NodeID]int, len(results))
	for i := range results {
		if results[i].State == run.NodeWaiting {
			continue
		}
		row, err := packNode(results[i])
		if err != nil {
			return nil, err
		}
		position, isRepeated := positions[row.Node]
		switch {
		case !isRepeated:
			positions[row.Node] = len(rows)
			rows = append(rows, row)
		case !rows[position].State.IsOver():
			rows[position] = row
		}
	}
	return rows, nil
}

func packNode(result run.NodeResult) (nodeRow, error) {
	problem, err := json.Marshal(result.Problem)
	if err != nil {
		return nodeRow{}, err
	}
	queries, err := json.Marshal(result.Queries)
	return nodeRow{NodeResult: result, problem: string(problem), queries: string(queries)}, err
}

// nodeHead and nodeTail enclose the values of the rows. A row in a final state stays as it is, because nothing leaves
// the final states of a node.
const (
	nodeHead = `INSERT INTO run_nodes (organization_id, run_id, epoch, node_id, name, state, attempt, started_at, ended_at,
		failed_tests, problem, queries, changed) VALUES `
	nodeTail = ` ON CONFLICT (organization_id, run_id, node_id) DO UPDATE SET epoch = excluded.epoch, name = excluded.name,
		state = excluded.state, attempt = excluded.attempt, started_at = excluded.started_at, ended_at = excluded.ended_at,
		failed_tests = excluded.failed_tests, problem = excluded.problem, queries = excluded.queries, changed = excluded.changed
		WHERE run_nodes.state IN ('waiting', 'running')`
)

// maxNodesAtOnce is a power of two whose values fit into one statement of either database.
const maxNodesAtOnce = 128

// upsertNodes writes rows with consecutive sequence numbers. Each statement writes a power of two of them, so that
// there are few different statements and the database can reuse their plans. It returns how many it has written.
func (t *tx) upsertNodes(ctx context.Context, r run.Run, rows []nodeRow, sequence int64) (written int64, err error) {
	for size := maxNodesAtOnce; len(rows) > 0; size /= 2 {
		for len(rows) >= size {
			some, err := t.upsertSome(ctx, r, rows[:size], sequence)
			if err != nil {
				return 0, err
			}
			written += some
			rows, sequence = rows[size:], sequence+int64(size)
		}
	}
	return written, nil
}

func (t *tx) upsertSome(ctx context.Context, r run.Run, rows []nodeRow, sequence int64) (written int64, err error) {
	var query strings.Builder
	query.WriteString(nodeHead)
	args := make([]any, 0, 3+10*len(rows))
	args = append(args, r.Organization, r.ID, r.Epoch)
	for i := range rows {
		if i > 0 {
			query.WriteString(", ")
		}
		n := len(args)
		fmt.Fprintf(&query, "($1, $2, $3, $%d, $%d, $%d, $%d, $%d, $%d, $%d, $%d, $%d, $%d)", n+1, n+2, n+3, n+4, n+5, n+6, n+7, n+8, n+9, n+10)
		row := &rows[i]
		args = append(args, row.Node, row.Name, row.State, row.Attempt, moment(row.StartedAt), moment(row.EndedAt),
			row.FailedTests, row.problem, row.queries, sequence+int64(i))
	}
	query.WriteString(nodeTail)
	result, err := t.ExecContext(ctx, query.String(), args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
