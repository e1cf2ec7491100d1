package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) projects() *cobra.Command {
	parent := p.projectList("projects", "Manage projects, their branches and commits")
	parent.AddCommand(
		p.remote(p.projectList("list", "List the projects that you can see")), p.remote(p.projectGet()), p.remote(p.projectCreate()),
		p.remote(p.projectUpdate()), p.remote(p.projectImport()), p.remote(p.projectExport()), p.remote(p.projectDelete()),
		p.remote(p.projectBranches()), p.remote(p.projectHistory()), p.remote(p.projectDiff()), p.remote(p.projectPush()),
	)
	return parent
}

func (p Program) projectList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.Project]{
		use: use, short: short,
		long: "Lists the projects that you can see.\n\n" +
			"JSON: a list of projects, each with id, name, description, platformKind, and gitRepo and gitBranch if set.",
		example: "millrace projects",
		list:    listProjects, show: p.printProjects,
	})
}

func (p Program) printProjects(list []api.Project) error {
	shown := table{columns: []string{"ID", "NAME", "PLATFORM", "REPOSITORY", "BRANCH", "DESCRIPTION"}}
	for i := range list {
		one := &list[i]
		shown.add(one.ID, one.Name, string(one.PlatformKind), orZero(one.GitRepo), orZero(one.GitBranch), one.Description)
	}
	return p.printTable(&shown, "There are no projects.")
}

func listProjects(ctx context.Context, server *client.Client, _ string) ([]api.Project, error) {
	return readAll(func(from *string) (batch[api.Project], error) {
		page, err := server.ListProjects(ctx, &api.ListProjectsParams{Limit: new(pageLimit), StartingFrom: from})
		if err != nil {
			return batch[api.Project]{}, err
		}
		return batch[api.Project]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) projectGet() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "get ID",
		Short: "Show a project with its workspaces",
		Long: "Shows a project, its repository and its workspaces.\n\n" +
			"JSON: the project as GET /api/v1/projects/{id} returns it, with workspaces.",
		Example: "millrace projects get 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			found, err := server.GetProject(command.Context(), args[0], &api.GetProjectParams{IncludeWorkspaces: new("true")})
			if err != nil {
				return err
			}
			return p.printProject(found, flags.asJSON)
		},
	}
	flags.register(command)
	return command
}

func (p Program) printProject(one *api.Project, asJSON bool) error {
	if asJSON {
		return p.printJSON(one)
	}
	var shown facts
	shown.add("id", one.ID)
	shown.add("name", one.Name)
	shown.add("platform", string(one.PlatformKind))
	shown.add("description", one.Description)
	shown.add("repository", orZero(one.GitRepo))
	shown.add("branch", orZero(one.GitBranch))
	for _, w := range orZero(one.Workspaces) {
		shown.add("workspace", fmt.Sprintf("%s %s, on branch %s", w.ID, w.Name, w.Branch))
	}
	return p.print(shown.String())
}

func (p Program) projectDelete() *cobra.Command {
	return p.deleteCommand(deletion{
		noun: "project", short: "Delete a project without environments",
		long:    "Deletes a project with its workspaces and its repository on the server. Delete its environments first.",
		example: "millrace projects delete 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --yes",
		losing:  ", with its workspaces",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteProject(ctx, id)
		},
	})
}
