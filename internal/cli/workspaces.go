package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) workspaces() *cobra.Command {
	parent := p.workspaceList("workspaces", "List, create and delete workspaces")
	parent.AddCommand(
		remote(p.workspaceList("list", "List the workspaces that you can see")), remote(p.workspaceCreate()), remote(p.workspaceDelete()))
	return parent
}

func (p Program) workspaceList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.Workspace]{
		use: use, short: short,
		long: "Lists the workspaces that you can see, with the branches that they commit to.\n\n" +
			"JSON: a list of workspaces, each with id, name, project, status, branch, baseCommit, revision, mappings, parameters and\n" +
			"createdAt, where it has them.",
		example: "millrace workspaces",
		scope:   "project", scopeHelp: "only workspaces of this project",
		list: listWorkspaces, show: p.printWorkspaces,
	})
}

func (p Program) printWorkspaces(list []api.Workspace) error {
	shown := table{columns: []string{"ID", "NAME", "STATUS", "BRANCH", "COMMIT", "PROJECT"}}
	for i := range list {
		w := &list[i]
		shown.add(w.ID, w.Name, string(w.Status), w.Branch, shortCommit(orZero(w.BaseCommit)), w.Project)
	}
	return p.printTable(&shown, "There are no workspaces.")
}

func listWorkspaces(ctx context.Context, server *client.ClientWithResponses, project string) ([]api.Workspace, error) {
	return readAll(func(from *string) (batch[api.Workspace], error) {
		answer, err := server.ListWorkspacesWithResponse(ctx, &api.ListWorkspacesParams{
			Project: given(project), Limit: new(pageLimit), StartingFrom: from,
		})
		if err != nil {
			return batch[api.Workspace]{}, err
		}
		if answer.JSON200 == nil {
			return batch[api.Workspace]{}, notOurs()
		}
		return batch[api.Workspace]{answer.JSON200.Data, nextOf(answer.JSON200.Next)}, nil
	})
}

func (p Program) workspaceCreate() *cobra.Command {
	var flags remoteFlags
	var project, branch string
	command := &cobra.Command{
		Use:     "create NAME --project ID",
		Short:   "Create a workspace in a project",
		Long:    "Creates a workspace with the files of a branch.\n\nJSON: the workspace, with its id.",
		Example: "millrace workspaces create ann --project 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			if err := required(command, "project", project); err != nil {
				return err
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			answer, err := server.CreateWorkspaceWithResponse(command.Context(), api.WorkspaceCreate{
				Name: args[0], Project: api.ID(project), Branch: given(branch),
			})
			if err != nil {
				return err
			}
			if answer.JSON201 == nil {
				return notOurs()
			}
			if flags.asJSON {
				return p.printJSON(answer.JSON201)
			}
			return p.printWorkspaces([]api.Workspace{*answer.JSON201})
		},
	}
	flags.register(command)
	command.Flags().StringVar(&project, "project", "", "id of the project; `millrace projects` lists them")
	command.Flags().StringVar(&branch, "branch", "", "branch to begin with; the project's default branch if left out")
	return command
}

func (p Program) workspaceDelete() *cobra.Command {
	return p.deleteCommand(deletion{
		noun: "workspace", short: "Delete a workspace, with all that is not committed",
		long:    "Deletes a workspace. What was committed stays in the project's repository.",
		example: "millrace workspaces delete 3 --yes",
		losing:  ", with all that is not committed",
		delete: func(ctx context.Context, server *client.ClientWithResponses, id string) error {
			_, err := server.DeleteWorkspaceWithResponse(ctx, id)
			return err
		},
	})
}
