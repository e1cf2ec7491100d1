package store

import (
	"context"
	"fmt"

	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

// List gives a page of the runs that can be seen. A moment that a run has not reached yet comes before all others.
func (s *Runs) List(ctx context.Context, query run.Query) (page.Result[run.Run], error) {
	where := filter{sql: visibleRuns, args: visibleArgs(query.Sees)}
	if query.Type != "" {
		where.add("n.type =", query.Type)
	}
	if query.Status != "" {
		where.add("n.status =", query.Status)
	}
	if query.Environment != 0 {
		where.add("n.environment_id =", query.Environment)
	}
	return fetch(ctx, s.db, list{
		columns: runColumns,
		from:    `runs n WHERE ` + where.sql,
		args:    where.args,
		id:      column{sql: "n.id", number: true},
		fields:  run.Order,
		order: map[string]column{
			"id": {sql: "n.id", number: true}, "runType": {sql: "n.type", word: true}, "runStatus": {sql: "n.status", word: true},
			"environmentID": {sql: "n.environment_id", number: true}, "runStartTime": {sql: "n.started_at", number: true},
			"runEndTime": {sql: "n.ended_at", number: true},
		},
	}, query.Page, scanRun)
}

// filter is a WHERE clause that grows. A condition that is not asked for is left out, so that the database can choose
// an index by those that are.
type filter struct {
	sql  string
	args []any
}

// add adds a condition that ends in the place of a value.
func (f *filter) add(condition string, value any) {
	f.args = append(f.args, value)
	f.sql += fmt.Sprintf(" AND %s $%d", condition, len(f.args))
}
