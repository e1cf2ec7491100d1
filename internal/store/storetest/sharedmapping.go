package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

func runTargetCases() cases {
	return cases{
		"environments and workspaces are found by one number": runTargetsAreFound,
	}
}

func sharedMappingCases() cases {
	return cases{
		"of concurrent mappings to one schema one is stored": mappingsAtOnce,
		"a rejected mapping changes nothing":                 rejectedMapping,
	}
}

func runTargetsAreFound(t *testing.T, w suiteContext) {
	o, stranger := w.tenant(t), w.tenant(t)
	p, connection := o.project(t).ID, o.connection(t)
	draft := newEnvironment(p)
	draft.Settings.Connection, draft.Settings.ConnectionUser, draft.Settings.SealedSecret = connection.ID, "prod", "v1.own"
	draft.Settings.Mappings = map[string]project.Mapping{"RAW": {Database: "d", Schema: "s", ReadOnly: true}}
	environment, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
	ok(t, err)
	equal(t, environment.Settings.Mappings, draft.Settings.Mappings)
	workspace := o.workspace(t, p)
	connection.Projects = []ids.Project{p}

	found, err := o.db.RunTargets().Find(t.Context(), o.Organization.ID, environment.ID)
	ok(t, err)
	equal(t, found, project.RunTarget{
		ID: environment.ID, Project: p, Name: environment.Name, Connection: connection, OwnFile: project.OwnFile(environment.Organization, environment.ID, false),
		Mappings: draft.Settings.Mappings, ConnectionUser: "prod", SealedSecret: "v1.own",
	})
	found, err = o.db.RunTargets().Find(t.Context(), o.Organization.ID, ids.Environment(workspace.ID))
	ok(t, err)
	equal(t, found, project.RunTarget{
		ID: ids.Environment(workspace.ID), IsWorkspace: true, Project: p, Name: workspace.Name, Connection: o.Connection,
		OwnFile: project.OwnFile(workspace.Organization, ids.Environment(workspace.ID), true), Mappings: map[string]project.Mapping{},
	})
	_, err = stranger.db.RunTargets().Find(t.Context(), stranger.Organization.ID, environment.ID+100)
	refused(t, err, fault.NotFound)
	mapped, err := o.db.RunTargets().Mapped(t.Context(), o.Organization.ID)
	ok(t, err)
	equal(t, len(mapped), 1)
	equal(t, mapped[0].ID, environment.ID)
	mapped, err = stranger.db.RunTargets().Mapped(t.Context(), stranger.Organization.ID)
	ok(t, err)
	equal(t, len(mapped), 0)
}

// mappingsAtOnce creates and changes environments and workspaces of several projects at the same time.
func mappingsAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	mappings := map[string]project.Mapping{"RAW": {Database: "dwh", Schema: "raw"}}
	var projects []ids.Project
	var environments []ids.Environment
	var workspaces []ids.Workspace
	for range 3 {
		p := o.project(t).ID
		projects = append(projects, p)
		environments, workspaces = append(environments, o.environment(t, p).ID), append(workspaces, o.workspace(t, p).ID)
	}
	stored := 0
	for _, err := range together(12, func(i int) (err error) {
		switch i % 4 {
		case 0:
			draft := newEnvironment(projects[i/4])
			draft.Settings.Mappings = mappings
			_, err = o.db.Environments().Create(t.Context(), o.admin.actor, draft)
		case 1:
			_, err = o.db.Environments().Change(t.Context(), o.admin.actor, environments[i/4], func(e *project.Environment) error {
				e.Settings.Mappings = mappings
				return nil
			})
		case 2:
			draft := newWorkspace(projects[i/4])
			draft.Name, draft.Settings.Mappings = "second", mappings
			_, err = o.db.Workspaces().Create(t.Context(), o.admin.actor, draft)
		default:
			_, err = o.db.Workspaces().Change(t.Context(), o.admin.actor, workspaces[i/4], func(w *project.Workspace) error {
				w.Settings.Mappings = mappings
				return nil
			})
		}
		return err
	}) {
		if err == nil {
			stored++
			continue
		}
		refused(t, err, fault.Conflict, "RAW")
	}
	mapped, err := o.db.RunTargets().Mapped(t.Context(), o.Organization.ID)
	ok(t, err)
	equal(t, len(mapped), stored)
	isOneProjectsWorkspaces := stored == 2 && mapped[0].IsWorkspace && mapped[1].IsWorkspace && mapped[0].Project == mapped[1].Project
	if stored != 1 && !isOneProjectsWorkspaces {
		t.Errorf("%d of the mappings to one schema are stored", stored)
	}
}

func rejectedMapping(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	mappings := map[string]project.Mapping{"RAW": {Database: "dwh", Schema: "raw"}}
	draft := newEnvironment(o.project(t).ID)
	draft.Settings.Mappings = mappings
	_, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
	ok(t, err)
	other := o.environment(t, o.project(t).ID)
	change := func(isConfirmed bool) (project.Environment, error) {
		return o.db.Environments().Change(t.Context(), o.admin.actor, other.ID, func(e *project.Environment) error {
			e.Name, e.Settings.Mappings, e.ConfirmSharedMappings = "Other", mappings, isConfirmed
			return nil
		})
	}
	_, err = change(false)
	refused(t, err, fault.Conflict, "RAW")
	o.environmentIs(t, other)
	changed, err := change(true)
	ok(t, err)
	equal(t, changed.ConfirmSharedMappings, false)
	o.environmentIs(t, changed)
}
