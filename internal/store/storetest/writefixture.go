package storetest

import (
	"context"
	"errors"
	"maps"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/webhook"
)

// writeFixture is an organization with one of everything that a write can change.
type writeFixture struct {
	*tenant

	user                   person
	p, idle                project.Project // idle has no environments
	env                    project.Environment
	empty                  project.Environment // without runs
	workspaceFixture       project.Workspace
	connectionA            project.Connection
	spareToken             account.Token
	waiting                run.Run
	spare                  deploy.Plan
	hook                   webhook.Webhook
	daily, oldSchedule     schedule.Schedule
	message                webhook.Delivery
	gitLinked, gitUnlinked project.GitAccount // of user; the first is linked to idle
}

func newWriteFixture(t *testing.T, o *tenant) *writeFixture {
	t.Helper()
	s := &writeFixture{tenant: o, user: o.member(t), p: o.project(t), idle: o.project(t), connectionA: o.connection(t)}
	s.env, s.empty, s.workspaceFixture = o.environment(t, s.p.ID), o.environment(t, s.p.ID), o.workspace(t, s.p.ID)
	o.grant(t, s.user.ID, account.ProjectGrant{Project: s.p.ID, Role: account.ProjectMember})
	o.grantEnvironment(t, s.user.ID, account.EnvironmentRoleGrant{Environment: s.env.ID, Role: account.EnvironmentReader})
	s.spareToken = o.newToken(s.user.User)
	ok(t, o.db.Tokens().Create(t.Context(), o.admin.actor, s.spareToken, 0))
	s.waiting = o.refresh(t, s.env.ID)
	s.gitLinked, s.gitUnlinked = o.gitAccount(t, s.user.ID), o.gitAccount(t, s.user.ID)
	ok(t, o.db.GitAccounts().Link(t.Context(), o.admin.actor, project.GitLink{Project: s.idle.ID, User: s.user.ID, Account: s.gitLinked.ID}))
	s.spare = o.savePlan(t, o.planOf(t, s.env.ID))
	s.hook = o.webhook(t)
	s.daily, s.oldSchedule = o.schedule(t, s.env.ID, nil), o.schedule(t, s.env.ID, nil)
	s.message = o.try(t, s.hook.ID)
	return s
}

// write is a write by an actor.
type write func(ctx context.Context, by account.Actor) error

// writes lists every write of the store by an actor, by type and method. Each succeeds once on a new fixture.
func (s *writeFixture) writes() map[string]write {
	all := map[string]write{}
	for _, some := range []map[string]write{
		s.accountWrites(), s.roleWrites(), s.projectWrites(), s.gitAccountWrites(), s.workspaceWrites(), s.environmentWrites(), s.webhookWrites(), s.scheduleWrites(),
	} {
		maps.Copy(all, some)
	}
	return all
}

func (s *writeFixture) accountWrites() map[string]write {
	return map[string]write{
		"Users.Create": func(ctx context.Context, by account.Actor) error {
			return s.db.Users().Create(ctx, by, newUser(s.Organization.ID, account.OrganizationMember))
		},
		"Users.Change": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Users().Change(ctx, by, s.user.ID, func(u *account.User) error {
				u.FirstName = "Grace"
				return nil
			})
			return err
		},
		"Tokens.Create": func(ctx context.Context, by account.Actor) error {
			return s.db.Tokens().Create(ctx, by, s.newToken(s.user.User), 0)
		},
		"Tokens.RevokeUnusedLogins": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Tokens().RevokeUnusedLogins(ctx, by, noon())
			return err
		},
		"Tokens.Revoke": func(ctx context.Context, by account.Actor) error {
			return s.db.Tokens().Revoke(ctx, by, s.user.ID, s.spareToken.ID)
		},
		"Runs.Insert": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Runs().Insert(ctx, by, s.draft(s.env.ID))
			return err
		},
		"Runs.Cancel": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Runs().Cancel(ctx, by, s.waiting.ID)
			return err
		},
	}
}

func (s *writeFixture) roleWrites() map[string]write {
	return map[string]write{
		"Roles.SetProject": func(ctx context.Context, by account.Actor) error {
			return s.db.Roles().SetProject(ctx, by, s.user.ID, account.ProjectGrant{Project: s.idle.ID, Role: account.ProjectArchitect})
		},
		"Roles.DeleteProject": func(ctx context.Context, by account.Actor) error {
			return s.db.Roles().DeleteProject(ctx, by, s.user.ID, s.p.ID)
		},
		"Roles.SetEnvironment": func(ctx context.Context, by account.Actor) error {
			return s.db.Roles().SetEnvironment(ctx, by, s.user.ID,
				account.EnvironmentRoleGrant{Environment: s.env.ID, Role: account.EnvironmentAdministrator})
		},
		"Roles.DeleteEnvironment": func(ctx context.Context, by account.Actor) error {
			return s.db.Roles().DeleteEnvironment(ctx, by, s.user.ID, s.env.ID)
		},
	}
}

func (s *writeFixture) projectWrites() map[string]write {
	return map[string]write{
		"Projects.Create": func(ctx context.Context, by account.Actor) error {
			p := s.newProject()
			return s.db.Projects().Create(ctx, by, p, newWorkspace(p.ID))
		},
		"Projects.Change": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Projects().Change(ctx, by, s.p.ID, func(p *project.Project) error {
				p.Name = "Other"
				return nil
			})
			return err
		},
		"Projects.Delete": func(ctx context.Context, by account.Actor) error {
			return s.db.Projects().Delete(ctx, by, s.idle.ID)
		},
		"Workspaces.Create": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Workspaces().Create(ctx, by, newWorkspace(s.p.ID))
			return err
		},
		"Workspaces.Delete": func(ctx context.Context, by account.Actor) error {
			return s.db.Workspaces().Delete(ctx, by, s.workspaceFixture.ID)
		},
	}
}

func (s *writeFixture) environmentWrites() map[string]write {
	return map[string]write{
		"Environments.Create": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Environments().Create(ctx, by, newEnvironment(s.p.ID))
			return err
		},
		"Environments.CreateSealed": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Environments().CreateSealed(ctx, by, newEnvironment(s.p.ID), func(*project.Environment) error { return nil })
			return err
		},
		"Environments.Change": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Environments().Change(ctx, by, s.env.ID, func(e *project.Environment) error {
				e.Name = "Other"
				return nil
			})
			return err
		},
		"Plans.SavePlan": func(ctx context.Context, by account.Actor) error {
			return s.db.Plans().SavePlan(ctx, by, deploy.Plan{
				Organization: s.Organization.ID, ID: ids.New[deploy.PlanID](), Environment: s.env.ID, Result: &difference.Result{},
			})
		},
		"Plans.DiscardPlan": func(ctx context.Context, by account.Actor) error {
			return s.db.Plans().DiscardPlan(ctx, by, s.spare.ID)
		},
		"Environments.Delete": func(ctx context.Context, by account.Actor) error {
			return s.db.Environments().Delete(ctx, by, s.empty.ID)
		},
		"Connections.Create": func(ctx context.Context, by account.Actor) error {
			return s.db.Connections().Create(ctx, by, s.newConnection())
		},
		"Connections.Change": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Connections().Change(ctx, by, s.connectionA.ID, func(c *project.Connection) error {
				c.Name = "Other"
				return nil
			})
			return err
		},
		"Connections.Delete": func(ctx context.Context, by account.Actor) error {
			return s.db.Connections().Delete(ctx, by, s.connectionA.ID)
		},
	}
}

// contents contains everything of an organization that writes change.
type contents struct {
	Users        []account.User
	Roles        []account.Roles
	Tokens       []account.Token
	Projects     []project.Project
	Workspaces   []project.Workspace
	Environments []project.Environment
	Connections  []project.Connection
	Runs         run.Load
	Webhooks     []webhook.Webhook
	Messages     []webhook.Delivery
}

// contents reads everything, so that a case can check that nothing changed.
func (s *writeFixture) contents(t *testing.T) contents {
	t.Helper()
	request, sees := ordered("id"), s.sees()
	users, errUsers := s.db.Users().List(t.Context(), s.Organization.ID, request)
	roles, errRoles := s.db.Roles().List(t.Context(), s.Organization.ID, request)
	tokens, errTokens := s.db.Tokens().List(t.Context(), s.Organization.ID, s.user.ID, request)
	projects, errProjects := s.db.Projects().List(t.Context(), sees, request)
	workspaces, errWorkspaces := s.db.Workspaces().List(t.Context(), project.WorkspaceQuery{Sees: sees, Page: request})
	environments, errEnvironments := s.db.Environments().List(t.Context(), project.EnvironmentQuery{Sees: sees, Page: request})
	connections, errConnections := s.db.Connections().List(t.Context(), s.sees(), request)
	load, errLoad := s.db.Runs().Load(t.Context(), sees)
	webhooks, errWebhooks := s.db.Webhooks().List(t.Context(), s.Organization.ID, request)
	ok(t, errors.Join(errUsers, errRoles, errTokens, errProjects, errWorkspaces, errEnvironments, errConnections, errLoad, errWebhooks))
	return contents{
		Users: users.Items, Roles: roles.Items, Tokens: tokens.Items, Projects: projects.Items, Workspaces: workspaces.Items,
		Environments: environments.Items, Connections: connections.Items, Runs: load,
		Webhooks: webhooks.Items, Messages: s.deliveries(t, s.hook.ID),
	}
}
