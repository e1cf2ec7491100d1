package store

import (
	"context"
	"fmt"

	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

// List returns a page of the runs that the caller can see. A start or end time that a run has not reached yet sorts
// before all others.
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

// filter is a WHERE clause under construction. A condition that is not requested is left out, so that the database can
// choose an index for the others.
type filter struct {
	sql  string
	args []any
}

// add adds a condition that ends where its value goes.
func (f *filter) add(condition string, value any) {
	f.args = append(f.args, value)
	f.sql += fmt.Sprintf(" AND %s $%d", condition, len(f.args))
}
