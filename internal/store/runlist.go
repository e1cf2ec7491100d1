package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

// List returns a page of the runs that the caller can see. A start or end time that a run has not reached yet sorts
// before all others.
func (s *Runs) List(ctx context.Context, query run.Query) (page.Result[run.Run], error) {
	where := s.runFilter(query)
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

// runFilter returns the conditions of a list of runs.
func (s *Runs) runFilter(query run.Query) filter {
	where := filter{sql: visibleRuns, args: visibleArgs(query.Sees)}
	if query.Sees.Everything {
		where.sql = everyRun
	}
	if query.Type != "" {
		where.add("n.type =", query.Type)
	}
	if query.Status != "" {
		where.add("n.status =", query.Status)
	}
	if query.Environment != 0 {
		where.add("n.environment_id =", query.Environment)
	}
	if query.Project != "" {
		where.addAll(`n.environment_id IN (SELECT e.id FROM environments e WHERE e.organization_id = n.organization_id AND e.project_id = ?
			UNION ALL SELECT w.id FROM workspaces w WHERE w.organization_id = n.organization_id AND w.project_id = ?)`, query.Project, query.Project)
	}
	if query.Job != "" {
		where.add(s.db.jobOfRun()+" =", query.Job)
	}
	if query.Schedule != "" {
		where.addAll(`EXISTS (SELECT 1 FROM schedule_runs f WHERE f.organization_id = n.organization_id AND f.run_id = n.id AND f.schedule_id = ?)`,
			query.Schedule)
	}
	if !query.From.IsZero() {
		where.add("n.created_at >=", moment(query.From))
	}
	if !query.To.IsZero() {
		where.add("n.created_at <", moment(query.To))
	}
	if query.FailedTests {
		where.sql += " AND n.failed_tests > 0"
	}
	if query.Unresolved {
		where.sql += " AND " + unresolvedRuns
	}
	if query.Search != "" {
		where.addSearch(query.Search)
	}
	return where
}

// jobOfRun returns the expression for the job of a run, which is part of its details.
func (db *DB) jobOfRun() string {
	if db.dialect.name == postgresDialect.name {
		return `CAST(n.details AS json) ->> 'job'`
	}
	return `n.details ->> 'job'`
}

// unresolvedRuns is the condition for failed runs that no later run has repaired. The build record of a node names the
// last run that built it or failed to. A run that failed without such a record, such as a deploy, a development run or
// one that could not start, is unresolved until a later run of its type ends in the same place.
const unresolvedRuns = `n.status = 'failed' AND (
	EXISTS (SELECT 1 FROM environment_builds b WHERE b.organization_id = n.organization_id AND b.environment_id = n.environment_id
		AND b.run_id = n.id AND b.outcome = 'failed')
	OR (NOT EXISTS (SELECT 1 FROM runs later WHERE later.organization_id = n.organization_id AND later.environment_id = n.environment_id
			AND later.id > n.id AND later.type = n.type AND later.status IN ('completed', 'failed'))
		AND (EXISTS (SELECT 1 FROM environments e WHERE e.organization_id = n.organization_id AND e.id = n.environment_id)
			OR EXISTS (SELECT 1 FROM workspaces w WHERE w.organization_id = n.organization_id AND w.id = n.environment_id))))`

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

// addAll adds a condition with a question mark for each of its values.
func (f *filter) addAll(condition string, values ...any) {
	for _, value := range values {
		f.args = append(f.args, value)
		condition = strings.Replace(condition, "?", fmt.Sprintf("$%d", len(f.args)), 1)
	}
	f.sql += " AND " + condition
}

// addSearch adds the condition that a run matches a text. Only failed runs have reasons and failed nodes, so that the
// database reads the nodes of few runs.
func (f *filter) addSearch(text string) {
	number, _ := ids.ParseNumber[ids.Run](text)
	pattern := "%" + escapeLike(strings.ToLower(text)) + "%"
	f.addAll(`(n.id = ? OR (n.status = 'failed' AND (lower(n.failure_reason) LIKE ? ESCAPE '!' OR EXISTS (SELECT 1 FROM run_nodes d
		WHERE d.organization_id = n.organization_id AND d.run_id = n.id AND d.state = 'failed'
		AND (lower(d.name) LIKE ? ESCAPE '!' OR lower(d.problem) LIKE ? ESCAPE '!')))))`, number, pattern, pattern, pattern)
}

// escapeLike escapes what LIKE treats as a pattern.
func escapeLike(text string) string {
	return strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(text)
}
