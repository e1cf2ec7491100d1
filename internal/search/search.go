package search

import (
	"context"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// Type is the type of a result.
type Type string

// The types, in the order of results.
const (
	Project     Type = "project"
	Environment Type = "environment"
	Job         Type = "job"
	Node        Type = "node"
	Column      Type = "column"
	Run         Type = "run"
)

// Types returns all types in the order of results.
func Types() []Type { return []Type{Project, Environment, Job, Node, Column, Run} }

// Limits of a search.
const (
	MaxText      = 200 // characters
	MaxLimit     = 50
	DefaultLimit = 10
)

// Query says what to find.
type Query struct {
	Sees    account.Visibility
	Text    string
	Types   []Type      // none means all
	Project ids.Project // empty means all
	Limit   int         // of each type
}

func (q *Query) wants(t Type) bool { return len(q.Types) == 0 || slices.Contains(q.Types, t) }

// Result is something that was found.
type Result struct {
	Type        Type
	ID          string
	Name        string
	Description string
	Project     Named
	Environment Named // without id for what only a workspace has
	Workspace   Named // without id for what is not in a workspace
	NodeID      string
	NodeName    string
	Location    string
	NodeType    string
	DataType    string
	RunStatus   run.Status

	rank int
}

// Named is the id and the name of an object.
type Named struct{ ID, Name string }

// Results are the best results of each type.
type Results struct {
	Items   []Result
	HasMore bool // a type has more results than the limit
}

// Service searches.
type Service struct {
	Store     Store
	Snapshots Snapshots
	Now       func() time.Time

	cache indexCache
}

// runsSince is how old failed runs may be to be found by their error.
const runsSince = 30 * 24 * time.Hour

// Search returns what matches every word of the text.
func (s *Service) Search(ctx context.Context, query Query) (Results, error) {
	words := splitWords(query.Text)
	if len(words) == 0 {
		return Results{}, nil
	}
	scope, err := s.Store.Scope(ctx, query.Sees, query.Project)
	if err != nil {
		return Results{}, err
	}
	found := newCollector(query.Limit)
	names := scope.names()
	if query.wants(Project) {
		addProjects(found, scope.Projects, words)
	}
	if query.wants(Environment) {
		addEnvironments(found, scope.Environments, names, words)
	}
	if query.wants(Node) || query.wants(Column) || query.wants(Job) {
		if err := s.addParts(ctx, found, &partSearch{Query: query, scope: &scope, names: names, words: words}); err != nil {
			return Results{}, err
		}
	}
	if query.wants(Run) {
		if err := s.addRuns(ctx, found, query, names, words); err != nil {
			return Results{}, err
		}
	}
	return found.results(), nil
}

func addProjects(found *collector, projects []VisibleProject, words []string) {
	for _, p := range projects {
		if rank, ok := match(p.Name, p.Name, words); ok {
			found.add(Result{Type: Project, ID: string(p.ID), Name: p.Name, Description: p.Description, Project: Named{string(p.ID), p.Name}, rank: rank})
		}
	}
}

func addEnvironments(found *collector, environments []VisibleEnvironment, names scopeNames, words []string) {
	for i := range environments {
		e := &environments[i]
		id := ids.FormatNumber(e.ID)
		if rank, ok := match(e.Name, id+" "+e.Name+" "+names.projects[e.Project], words); ok && rank < elsewhere || len(words) == 1 && words[0] == id {
			found.add(Result{
				Type: Environment, ID: id, Name: e.Name, Project: names.project(e.Project), Environment: Named{id, e.Name}, rank: rank,
			})
		}
	}
}

// addRuns adds the run with the number, or the failed runs whose error contains the words.
func (s *Service) addRuns(ctx context.Context, found *collector, query Query, names scopeNames, words []string) error {
	request := RunQuery{Sees: query.Sees, Words: words, Since: s.Now().Add(-runsSince), Limit: query.Limit + 1}
	if query.Project != "" {
		request.Targets = names.targetsOf(query.Project)
	}
	if len(words) == 1 || len(words) == 2 && words[0] == "run" {
		request.Number, _ = ids.ParseNumber[ids.Run](words[len(words)-1])
	}
	runs, err := s.Store.Runs(ctx, request)
	if err != nil {
		return err
	}
	for i, r := range runs {
		target, id, rank := names.target(r.Target), ids.FormatNumber(r.ID), i+1
		if r.ID == request.Number {
			rank = 0
		}
		found.add(Result{
			Type: Run, ID: id, Name: "Run " + id, Description: r.Reason, Project: target.project, Environment: target.environment,
			Workspace: target.workspace, RunStatus: r.Status, rank: rank,
		})
	}
	return nil
}
