package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
)

// connectionProjectFlags say which projects may use a connection.
type connectionProjectFlags struct {
	all          bool
	add, removed []string
}

// registerNew registers the flags of a new connection.
func (f *connectionProjectFlags) registerNew(command *cobra.Command) {
	command.Flags().StringArrayVar(&f.add, "project", nil, "id of a project that may use the connection; may be repeated")
	command.Flags().BoolVar(&f.all, "all-projects", false, "let all projects use the connection")
}

// registerChange registers the flags of an existing connection.
func (f *connectionProjectFlags) registerChange(command *cobra.Command) {
	command.Flags().StringArrayVar(&f.add, "add-project", nil, "id of a project that may use the connection from now on; may be repeated")
	command.Flags().StringArrayVar(&f.removed, "remove-project", nil, "id of a project that may no longer use the connection; may be repeated")
	command.Flags().BoolVar(&f.all, "all-projects", false, "let all projects use the connection, or only the listed ones with =false")
}

// create adds the projects to a new connection.
func (f *connectionProjectFlags) create(body *api.ConnectionCreate) {
	if f.all {
		body.AllProjects = &f.all
	}
	if len(f.add) > 0 {
		body.Projects = &f.add
	}
}

// isChange reports whether the flags change the list of projects.
func (f *connectionProjectFlags) isChange() bool { return len(f.add) > 0 || len(f.removed) > 0 }

// update merges the flags into the projects of a connection, because the API replaces the list.
func (f *connectionProjectFlags) update(before *api.Connection, body *api.ConnectionUpdate) {
	if !f.isChange() {
		return
	}
	projects := slices.DeleteFunc(slices.Clone(before.Projects), func(id string) bool { return slices.Contains(f.removed, id) })
	for _, id := range f.add {
		if !slices.Contains(projects, id) {
			projects = append(projects, id)
		}
	}
	body.Projects = &projects
}
