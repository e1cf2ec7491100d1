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

// Environments manages environments.
type Environments struct {
	store EnvironmentStore
	now   func() time.Time
	// connections seals the secrets of environments' own users; nil rejects own users.
	connections *Connections
}

// NewEnvironments returns the service.
func NewEnvironments(store EnvironmentStore, now func() time.Time) *Environments {
	return &Environments{store: store, now: now}
}

// WithConnections lets environments have their own users of connections.
func (s *Environments) WithConnections(connections *Connections) *Environments {
	s.connections = connections
	return s
}

// NewEnvironment returns an environment of a project, ready for its first deployment, without storing it.
func NewEnvironment(project ids.Project, name string, settings EnvironmentSettings, now time.Time) (Environment, error) {
	environment := Environment{Project: project, Name: name, Settings: settings, Status: Initializing, CreatedAt: now}
	if err := environment.check(); err != nil {
		return Environment{}, err
	}
	// Nothing has to be prepared before the first deployment, so the environment is ready at once.
	if err := Move(environment.Status, Waiting); err != nil {
		return Environment{}, err
	}
	environment.Status = Waiting
	return environment, nil
}

// Create creates an environment in a project.
func (s *Environments) Create(ctx context.Context, by account.Actor, project ids.Project, name string, settings EnvironmentSettings) (Environment, error) {
	return s.CreateFrom(ctx, by, EnvironmentDraft{Project: project, Name: name, Settings: settings})
}

// EnvironmentDraft describes a new environment.
type EnvironmentDraft struct {
	Project               ids.Project
	Name                  string
	Settings              EnvironmentSettings
	ConnectionSecret      map[string]string // of Settings.ConnectionUser
	ConfirmSharedMappings bool
}

// CreateFrom creates an environment with everything that a user can set.
func (s *Environments) CreateFrom(ctx context.Context, by account.Actor, draft EnvironmentDraft) (Environment, error) {
	environment, err := NewEnvironment(draft.Project, draft.Name, draft.Settings, s.now())
	if err != nil {
		return Environment{}, err
	}
	environment.Organization, environment.ConfirmSharedMappings = by.Organization, draft.ConfirmSharedMappings
	own, err := s.ownUser(ctx, &environment, draft.ConnectionSecret)
	if err != nil {
		return Environment{}, err
	}
	created, err := s.store.CreateSealed(ctx, by, environment, own.seal)
	created.Health = NewEnvironmentHealth(nil, false, false)
	return created, err
}

// Describe returns an environment with its health.
func (s *Environments) Describe(ctx context.Context, organization ids.Organization, id ids.Environment) (Environment, error) {
	environment, err := s.store.Find(ctx, organization, id)
	if err != nil {
		return Environment{}, err
	}
	return environment, s.addHealth(ctx, &environment)
}

// Get returns an environment.
func (s *Environments) Get(ctx context.Context, organization ids.Organization, id ids.Environment) (Environment, error) {
	return s.store.Find(ctx, organization, id)
}

// List returns a page of the environments that the actor can see.
func (s *Environments) List(ctx context.Context, query EnvironmentQuery) (page.Result[Environment], error) {
	result, err := s.store.List(ctx, query)
	if err != nil || !query.WithHealth {
		return result, err
	}
	listed := make([]*Environment, len(result.Items))
	for i := range result.Items {
		listed[i] = &result.Items[i]
	}
	return result, s.addHealth(ctx, listed...)
}

// EnvironmentPatch changes an environment. Unset fields stay; empty values clear.
type EnvironmentPatch struct {
	Project               ids.Project // empty if not set; otherwise it must be the environment's project
	Name                  Optional[string]
	Description           Optional[string]
	OAuthEnabled          Optional[bool]
	Connection            Optional[ids.Connection]
	ConnectionAccount     Optional[string]
	ConnectionUser        Optional[string]
	ConnectionSecret      Optional[map[string]string]
	AccessURL             Optional[string]
	DefaultStorageMapping Optional[string]
	Mappings              Optional[map[string]Mapping]
	DevEnv                Optional[bool]
	Parameters            Optional[json.RawMessage]
	TagColors             Optional[TagColors]
	WorkerLabel           Optional[string]
	// ConfirmSharedMappings lets locations lead to schemas that others map too.
	ConfirmSharedMappings bool
}

// Update changes an environment.
func (s *Environments) Update(ctx context.Context, by account.Actor, id ids.Environment, patch EnvironmentPatch) (Environment, error) {
	own, err := s.changedUser(ctx, by.Organization, id, patch)
	if err != nil {
		return Environment{}, err
	}
	updated, err := s.store.Change(ctx, by, id, func(environment *Environment) error {
		if patch.Project != "" && patch.Project != environment.Project {
			return fault.New(fault.Invalid, "environment %d cannot move to another project", id).
				WithHint("Create an environment in that project.")
		}
		if err := own.confirm(environment); err != nil {
			return err
		}
		patch.apply(environment)
		if err := environment.check(); err != nil {
			return err
		}
		return own.seal(environment)
	})
	if err != nil {
		return Environment{}, err
	}
	return updated, s.addHealth(ctx, &updated)
}

func (p EnvironmentPatch) apply(environment *Environment) {
	p.Name.set(&environment.Name)
	settings := &environment.Settings
	p.Description.set(&settings.Description)
	p.OAuthEnabled.set(&settings.OAuthEnabled)
	p.Connection.set(&settings.Connection)
	p.ConnectionAccount.set(&settings.ConnectionAccount)
	p.ConnectionUser.set(&settings.ConnectionUser)
	p.AccessURL.set(&settings.AccessURL)
	p.DefaultStorageMapping.set(&settings.DefaultStorageMapping)
	p.Mappings.set(&settings.Mappings)
	p.DevEnv.set(&settings.DevEnv)
	p.Parameters.set(&settings.Parameters)
	p.TagColors.set(&settings.TagColors)
	p.WorkerLabel.set(&settings.WorkerLabel)
	environment.ConfirmSharedMappings = p.ConfirmSharedMappings
}

// MoveStatus changes the status of an environment. It is a conflict if the transition is not allowed, or if the
// environment is no longer in from.
func (s *Environments) MoveStatus(ctx context.Context, by account.Actor, id ids.Environment, from, to Status) error {
	if err := Move(from, to); err != nil {
		return err
	}
	_, err := s.store.Change(ctx, by, id, func(environment *Environment) error {
		if environment.Status != from {
			return fault.New(fault.Conflict, "environment %d is %q, not %q", id, environment.Status, from).WithHint("Read it again and retry.")
		}
		environment.Status = to
		return nil
	})
	return err
}

// Delete deletes an environment with all roles granted in it.
func (s *Environments) Delete(ctx context.Context, by account.Actor, id ids.Environment) error {
	return s.store.Delete(ctx, by, id)
}
