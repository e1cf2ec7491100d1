package overview

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// MaxRuns is the number of runs in an overview.
const MaxRuns = 30

// Overview is an environment with its health and its figures.
type Overview struct {
	Environment project.Environment
	Figures     Figures
	// CommitsBehind is the number of commits of the project's branch that are not deployed; nil if it is unknown.
	CommitsBehind *int
}

// Figures is what happened in an environment, and what happens next.
type Figures struct {
	Deployment       *Deployment // nil if nothing is deployed
	FailedDeployment *Deployment // the last deployment, if it did not complete
	LastRefresh      *Run        // the last refresh that completed
	Next             *NextRun    // nil if no schedule is due
	Schedules        int
	Runs             []Run  // the last ones, newest first
	Branch           string // of the project
	Head             string // the last commit of the branch; empty if it has none
}

// Deployment is a deployment in an overview.
type Deployment struct {
	Run       ids.Run
	Commit    string
	Message   string
	CreatedAt time.Time
	CreatedBy project.Author // without id if the server started it
}

// Run is a run in an overview.
type Run struct {
	ID            ids.Run
	Type          run.Type
	Status        run.Status
	FailedTests   int
	Nodes         int
	NodesDone     int // of a run that is not over
	StartedAt     time.Time
	EndedAt       time.Time
	FailureReason string
}

// NextRun is the next due time of a schedule.
type NextRun struct {
	Schedule ids.Schedule
	Name     string
	Due      time.Time
	TimeZone string
}

// Store reads figures.
type Store interface {
	// Figures returns the figures of environments. An environment that does not exist is missing in the result.
	Figures(ctx context.Context, organization ids.Organization, environments ...ids.Environment) (map[ids.Environment]Figures, error)
	// NodeHealth returns the health of the deployed nodes of an environment.
	NodeHealth(ctx context.Context, organization ids.Organization, environment ids.Environment) (NodeHealth, error)
	// NodeHistory returns the last runs of a deployed node, newest first. The id is the one that clients see. It returns
	// NotFound if the node is not deployed.
	NodeHistory(ctx context.Context, organization ids.Organization, environment ids.Environment, node string) ([]NodeRun, error)
}

// Environments lists environments.
type Environments interface {
	List(ctx context.Context, query project.EnvironmentQuery) (page.Result[project.Environment], error)
}

// Commits compares commits.
type Commits interface {
	// Behind counts, for each of the commits, those that head has and the commit has not. A commit that the repository does
	// not contain is missing in the result.
	Behind(ctx context.Context, organization ids.Organization, project ids.Project, head string, commits []string) (map[string]int, error)
}

// Service returns overviews.
type Service struct {
	Environments Environments
	Commits      Commits
	Store        Store
}

// List returns a page of the environments that the actor can see.
func (s *Service) List(ctx context.Context, query project.EnvironmentQuery) (page.Result[Overview], error) {
	query.WithHealth = true
	listed, err := s.Environments.List(ctx, query)
	if err != nil {
		return page.Result[Overview]{}, err
	}
	result := page.Result[Overview]{Items: make([]Overview, len(listed.Items)), Total: listed.Total, Next: listed.Next}
	numbers := make([]ids.Environment, len(listed.Items))
	for i := range listed.Items {
		numbers[i] = listed.Items[i].ID
	}
	figures, err := s.Store.Figures(ctx, query.Sees.Organization, numbers...)
	if err != nil {
		return page.Result[Overview]{}, err
	}
	for i := range listed.Items {
		result.Items[i] = Overview{Environment: listed.Items[i], Figures: figures[listed.Items[i].ID]}
	}
	return result, s.addCommitsBehind(ctx, result.Items)
}

// NodeHealth returns the health of the deployed nodes of an environment, the worst first.
func (s *Service) NodeHealth(ctx context.Context, organization ids.Organization, environment ids.Environment) (NodeHealth, error) {
	found, err := s.Store.NodeHealth(ctx, organization, environment)
	found.sort()
	return found, err
}

// addCommitsBehind asks each repository once.
func (s *Service) addCommitsBehind(ctx context.Context, overviews []Overview) error {
	deployed := map[ids.Project][]*Overview{}
	for i := range overviews {
		o := &overviews[i]
		if o.Figures.Head != "" && o.Environment.DeployedCommit != "" {
			deployed[o.Environment.Project] = append(deployed[o.Environment.Project], o)
		}
	}
	for id, list := range deployed {
		commits := make([]string, len(list))
		for i, o := range list {
			commits[i] = o.Environment.DeployedCommit
		}
		behind, err := s.Commits.Behind(ctx, list[0].Environment.Organization, id, list[0].Figures.Head, commits)
		if err != nil {
			return err
		}
		for _, o := range list {
			if count, ok := behind[o.Environment.DeployedCommit]; ok {
				o.CommitsBehind = &count
			}
		}
	}
	return nil
}
