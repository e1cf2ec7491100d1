package project

import (
	"context"
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Environments is the service for environments.
type Environments struct {
	store EnvironmentStore
	now   func() time.Time
}

// NewEnvironments makes the service.
func NewEnvironments(store EnvironmentStore, now func() time.Time) *Environments {
	return &Environments{store: store, now: now}
}

// NewEnvironment makes an environment of a project, ready for its first deploy, without storing it.
func NewEnvironment(project ids.Project, name string, settings EnvironmentSettings, now time.Time) (Environment, error) {
	environment := Environment{Project: project, Name: name, Settings: settings, Status: Initializing, CreatedAt: now}
	if err := environment.check(); err != nil {
		return Environment{}, err
	}
	// There is nothing to prepare before the first deploy, so the environment is ready at once.
	if err := Move(environment.Status, Waiting); err != nil {
		return Environment{}, err
	}
	environment.Status = Waiting
	return environment, nil
}

// Create makes an environment in a project.
func (s *Environments) Create(ctx context.Context, by account.Actor, project ids.Project, name string, settings EnvironmentSettings) (Environment, error) {
	environment, err := NewEnvironment(project, name, settings, s.now())
	if err != nil {
		return Environment{}, err
	}
	return s.store.Create(ctx, by, environment)
}

// Get gives an environment.
func (s *Environments) Get(ctx context.Context, organization ids.Organization, id ids.Environment) (Environment, error) {
	return s.store.Find(ctx, organization, id)
}

// List gives the environments that the actor can see.
func (s *Environments) List(ctx context.Context, query EnvironmentQuery) (page.Result[Environment], error) {
	return s.store.List(ctx, query)
}

// EnvironmentPatch is a change of an environment. What is not given stays; what is given empty is cleared.
type EnvironmentPatch struct {
	Project               ids.Project // empty is not given; else it must be the project that the environment is in
	Name                  Optional[string]
	Description           Optional[string]
	OAuthEnabled          Optional[bool]
	Connection            Optional[ids.Connection]
	ConnectionAccount     Optional[string]
	AccessURL             Optional[string]
	DefaultStorageMapping Optional[string]
	Mappings              Optional[map[string]Mapping]
	DevEnv                Optional[bool]
	Parameters            Optional[json.RawMessage]
	TagColors             Optional[TagColors]
}

// Update changes an environment.
func (s *Environments) Update(ctx context.Context, by account.Actor, id ids.Environment, patch EnvironmentPatch) (Environment, error) {
	return s.store.Change(ctx, by, id, func(environment *Environment) error {
		if patch.Project != "" && patch.Project != environment.Project {
			return fault.New(fault.Invalid, "environment %d cannot move to another project", id).
				WithHint("Create an environment in that project.")
		}
		patch.apply(environment)
		return environment.check()
	})
}

func (p EnvironmentPatch) apply(environment *Environment) {
	p.Name.set(&environment.Name)
	settings := &environment.Settings
	p.Description.set(&settings.Description)
	p.OAuthEnabled.set(&settings.OAuthEnabled)
	p.Connection.set(&settings.Connection)
	p.ConnectionAccount.set(&settings.ConnectionAccount)
	p.AccessURL.set(&settings.AccessURL)
	p.DefaultStorageMapping.set(&settings.DefaultStorageMapping)
	p.Mappings.set(&settings.Mappings)
	p.DevEnv.set(&settings.DevEnv)
	p.Parameters.set(&settings.Parameters)
	p.TagColors.set(&settings.TagColors)
}

// MoveStatus moves an environment from one status to another. It is a conflict when the move is not allowed, and when
// the environment is no longer in from.
func (s *Environments) MoveStatus(ctx context.Context, by account.Actor, id ids.Environment, from, to Status) error {
	if err := Move(from, to); err != nil {
		return err
	}
	_, err := s.store.Change(ctx, by, id, func(environment *Environment) error {
		if environment.Status != from {
			return fault.New(fault.Conflict, "environment %d is %q, not %q", id, environment.Status, from).WithHint("Look at it again.")
		}
		environment.Status = to
		return nil
	})
	return err
}

// Delete takes an environment away with all that was given in it.
func (s *Environments) Delete(ctx context.Context, by account.Actor, id ids.Environment) error {
	return s.store.Delete(ctx, by, id)
}
