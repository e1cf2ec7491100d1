package store

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/search"
)

// Search reads what a search compares with its words.
type Search struct{ db *DB }

// Search returns the store of searches.
func (db *DB) Search() *Search { return &Search{db} }

// Scope returns the projects, environments and workspaces that the actor can see: three queries.
func (s *Search) Scope(ctx context.Context, sees account.Visibility, project ids.Project) (search.Scope, error) {
	var scope search.Scope
	limit := ` LIMIT ` + strconv.Itoa(search.MaxVisible)
	args := append(visibleArgs(sees), project)
	err := s.db.read(ctx, func(q querier) (err error) {
		scope.Projects, err = queryAll(ctx, q, func(scan scanner) (p search.VisibleProject, err error) {
			return p, scan(&p.ID, &p.Name, &p.Description)
		}, `SELECT p.id, p.name, p.description FROM projects p WHERE `+visibleProjects+` AND ($4 = '' OR p.id = $4) ORDER BY p.id`+limit, args...)
		if err != nil {
			return err
		}
		scope.Environments, err = queryAll(ctx, q, func(scan scanner) (e search.VisibleEnvironment, err error) {
			return e, scan(&e.ID, &e.Project, &e.Name, &e.Snapshot, &e.Version)
		}, `SELECT e.id, e.project_id, e.name, e.snapshot, e.version FROM environments e
			WHERE `+visibleEnvironments+` AND ($4 = '' OR e.project_id = $4) ORDER BY e.id`+limit, args...)
		if err != nil {
			return err
		}
		scope.Workspaces, err = queryAll(ctx, q, func(scan scanner) (w search.VisibleWorkspace, err error) {
			return w, scan(&w.ID, &w.Project, &w.Name)
		}, `SELECT w.id, w.project_id, w.name FROM workspaces w WHERE `+visibleWorkspaces+` AND ($4 = '' OR w.project_id = $4) ORDER BY w.id`+limit, args...)
		return err
	})
	return scope, err
}

// deployedState is the part of a stored state that has names.
type deployedState struct {
	Name     string                  `json:"name"`
	Location string                  `json:"location"`
	Type     string                  `json:"type"`
	Columns  []search.DeployedColumn `json:"columns"`
}

// DeployedNodes returns the names of the deployed nodes of an environment and of their columns.
func (s *Search) DeployedNodes(ctx context.Context, organization ids.Organization, environment ids.Environment) ([]search.DeployedNode, error) {
	nodes, err := queryAll(ctx, s.db.reader, func(scan scanner) (n search.DeployedNode, err error) {
		var raw []byte
		var state deployedState
		if err := scan(&n.ID, &raw); err != nil {
			return n, err
		}
		if err := json.Unmarshal(raw, &state); err != nil {
			return n, err
		}
		n.Name, n.Location, n.Type, n.Columns = state.Name, state.Location, state.Type, state.Columns
		return n, nil
	}, `SELECT node_id, state FROM environment_nodes WHERE organization_id = $1 AND environment_id = $2 ORDER BY node_id`, organization, environment)
	return nodes, translate(err)
}

// Files returns files of workspaces that the actor can see.
func (s *Search) Files(ctx context.Context, query search.FileQuery) ([]search.File, error) {
	where := filter{sql: visibleWorkspaces + ` AND NOT f.is_gone`, args: visibleArgs(query.Sees)}
	if query.Project != "" {
		where.add("w.project_id =", query.Project)
	}
	var folders []string
	var values []any
	for _, folder := range query.Folders {
		folders = append(folders, `f.path LIKE ?`)
		values = append(values, folder+"/%")
	}
	where.addAll(`(`+strings.Join(folders, ` OR `)+`)`, values...)
	for _, word := range query.Words {
		where.addAll(`lower(f.path) LIKE ? ESCAPE '!'`, "%"+escapeLike(strings.ToLower(word))+"%")
	}
	files, err := queryAll(ctx, s.db.reader, func(scan scanner) (f search.File, err error) {
		return f, scan(&f.Workspace, &f.Path, &f.Content)
	}, `SELECT f.workspace_id, f.path, f.content FROM workspaces w
		JOIN workspace_files f ON f.organization_id = w.organization_id AND f.workspace_id = w.id WHERE `+where.sql+`
		ORDER BY length(f.path), f.workspace_id, f.path LIMIT `+strconv.Itoa(search.MaxFiles), where.args...)
	return files, translate(err)
}

// Runs returns the run with a number, and failed runs whose error contains the words.
func (s *Search) Runs(ctx context.Context, query search.RunQuery) ([]search.FoundRun, error) {
	where := filter{sql: visibleRuns, args: visibleArgs(query.Sees)}
	if query.Targets != nil {
		if len(query.Targets) == 0 {
			return nil, nil
		}
		values := make([]any, len(query.Targets))
		for i, id := range query.Targets {
			values[i] = id
		}
		where.addAll(`n.environment_id IN (`+strings.TrimSuffix(strings.Repeat("?, ", len(values)), ", ")+`)`, values...)
	}
	failed := `n.status = 'failed' AND n.created_at >= ?` + strings.Repeat(` AND lower(n.failure_reason) LIKE ? ESCAPE '!'`, len(query.Words))
	values := []any{query.Number, moment(query.Since)}
	for _, word := range query.Words {
		values = append(values, "%"+escapeLike(word)+"%")
	}
	where.addAll(`(n.id = ? OR (`+failed+`))`, values...)
	runs, err := queryAll(ctx, s.db.reader, func(scan scanner) (r search.FoundRun, err error) {
		return r, scan(&r.ID, &r.Target, &r.Status, &r.Reason)
	}, `SELECT n.id, n.environment_id, n.status, n.failure_reason FROM runs n WHERE `+where.sql+`
		ORDER BY n.id DESC LIMIT `+strconv.Itoa(query.Limit), where.args...)
	return runs, translate(err)
}
