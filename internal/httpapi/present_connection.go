package httpapi

import (
	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// presentConnectionTo converts connections for an actor, who learns only about projects that they can see.
func presentConnectionTo(actor account.Actor) func(project.Connection) api.Connection {
	return func(c project.Connection) api.Connection {
		shape := api.Connection{
			ID: string(c.ID), Name: c.Name, PlatformKind: api.PlatformKind(c.Platform), Settings: c.Settings,
			HasSecret: c.SealedSecret != "", IsDefault: c.IsDefault, AllProjects: c.AllProjects, Projects: []string{}, CreatedAt: timestamp(c.CreatedAt),
			WorkerLabel: optional(c.WorkerLabel), MaxRuns: optionalCount(c.MaxRuns),
		}
		if shape.Settings == nil {
			shape.Settings = map[string]any{}
		}
		for _, id := range c.Projects {
			if actor.Can(account.ProjectRead, account.Scope{Project: id}) {
				shape.Projects = append(shape.Projects, string(id))
			}
		}
		return shape
	}
}

// seesConnection reports whether an actor may see a connection: an administrator, and everybody with a project that may
// use it.
func seesConnection(actor account.Actor, c project.Connection) bool {
	if c.AllProjects || actor.Can(account.ConnectionsManage, account.Scope{}) {
		return true
	}
	for _, id := range c.Projects {
		if actor.Can(account.ProjectRead, account.Scope{Project: id}) {
			return true
		}
	}
	return false
}

func projectIDs(wire []string) []ids.Project {
	list := make([]ids.Project, len(wire))
	for i, id := range wire {
		list[i] = ids.Project(id)
	}
	return list
}

func patchProjects(wire *[]string) project.Optional[[]ids.Project] {
	if wire == nil {
		return project.Optional[[]ids.Project]{}
	}
	return project.Some(projectIDs(*wire))
}
