package search

import "github.com/millrace/millrace/internal/ids"

// scopeNames finds the names of what is visible by id.
type scopeNames struct {
	projects map[ids.Project]string
	targets  map[ids.Environment]target // environments and workspaces share one sequence of numbers
}

// target is the environment or workspace of a run.
type target struct{ project, environment, workspace Named }

func (s *Scope) names() scopeNames {
	n := scopeNames{projects: make(map[ids.Project]string, len(s.Projects)), targets: make(map[ids.Environment]target)}
	for i := range s.Projects {
		n.projects[s.Projects[i].ID] = s.Projects[i].Name
	}
	for i := range s.Environments {
		e := &s.Environments[i]
		n.targets[e.ID] = target{project: n.project(e.Project), environment: Named{ids.FormatNumber(e.ID), e.Name}}
	}
	for i := range s.Workspaces {
		w := &s.Workspaces[i]
		n.targets[ids.Environment(w.ID)] = target{project: n.project(w.Project), workspace: Named{ids.FormatNumber(w.ID), w.Name}}
	}
	return n
}

func (n scopeNames) project(id ids.Project) Named { return Named{string(id), n.projects[id]} }

func (n scopeNames) target(id ids.Environment) target { return n.targets[id] }

// targetsOf returns the environments and workspaces of a project. It never returns nil.
func (n scopeNames) targetsOf(id ids.Project) []ids.Environment {
	found := []ids.Environment{}
	for number, t := range n.targets {
		if t.project.ID == string(id) {
			found = append(found, number)
		}
	}
	return found
}
