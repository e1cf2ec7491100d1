package dispatch

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/deployed"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/planner"
	"github.com/millrace/millrace/internal/run"
)

// Installation asks for the first deploy of a project to an environment.
type Installation struct {
	Environment ids.Environment
	Snapshot    deployed.Snapshot
	Commit      string // what the files are called in the history of the environment
	Message     string
}

// Install deploys a project to an environment that nothing is deployed in: every object is made, none is changed.
func (s *Runs) Install(ctx context.Context, by account.Actor, wanted Installation) (run.Run, error) {
	environment, err := s.options.Environments.Find(ctx, by.Organization, wanted.Environment)
	if err != nil {
		return run.Run{}, err
	}
	if environment.Snapshot != "" {
		return run.Run{}, fault.New(fault.Conflict, "a project is deployed in environment %d already", environment.ID)
	}
	if err := s.options.Projects.Save(ctx, by.Organization, wanted.Snapshot); err != nil {
		return run.Run{}, err
	}
	environment.Snapshot = wanted.Snapshot.ID
	parameters, err := readParameters(environment.Settings.Parameters)
	if err != nil {
		return run.Run{}, err
	}
	at, err := s.spot(ctx, environment)
	if err != nil {
		return run.Run{}, err
	}
	compiled, err := s.compile(ctx, environment, at, parameters)
	if err != nil {
		return run.Run{}, err
	}
	planned, err := planner.Install(compiled)
	if err != nil {
		return run.Run{}, err
	}
	started, err := s.store.Insert(ctx, by, run.Draft{
		Environment: environment.ID, Type: run.Deploy, Plan: planned, Parameters: parameters.raw, Snapshot: wanted.Snapshot.ID, Connection: at.connection,
		Home:    at.home,
		Details: run.Details{Parallelism: defaultParallelism, Commit: wanted.Commit, CommitMessage: wanted.Message},
	})
	if err == nil {
		s.options.Wake()
	}
	return started, err
}
