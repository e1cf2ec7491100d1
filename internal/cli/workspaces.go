package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) workspaces() *cobra.Command {
	parent := p.workspaceList("workspaces", "Manage workspaces: commit, pull, push, switch branches")
	parent.AddCommand(
		p.remote(p.workspaceList("list", "List the workspaces that you can see")), p.remote(p.workspaceGet()), p.remote(p.workspaceCreate()),
		p.remote(p.workspaceUpdate()), p.remote(p.workspaceDelete()), p.remote(p.workspaceValidate()),
		p.remote(p.workspaceDiff()), p.remote(p.workspaceCommit()), p.remote(p.workspaceHistory()),
		p.remote(p.workspacePull()), p.remote(p.workspacePush()), p.remote(p.workspaceBranch()), p.remote(p.workspaceCatalog()),
		p.remote(p.workspaceDiscard()),
	)
	return parent
}

func (p Program) workspaceList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.Workspace]{
		use: use, short: short,
		long: "Lists the workspaces that you can see, with their branches.\n\n" +
			"JSON: a list of workspaces, each with id, name, project, status, branch, revision and createdAt, and baseCommit,\n" +
			"connection, mappings and parameters if there are any.",
		example: "millrace workspaces\n\n# only those of one project\nmillrace workspaces list --project 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
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

func listWorkspaces(ctx context.Context, server *client.Client, project string) ([]api.Workspace, error) {
	return readAll(func(from *string) (batch[api.Workspace], error) {
		page, err := server.ListWorkspaces(ctx, &api.ListWorkspacesParams{
			Project: given(project), Limit: new(pageLimit), StartingFrom: from,
		})
		if err != nil {
			return batch[api.Workspace]{}, err
		}
		return batch[api.Workspace]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) workspaceGet() *cobra.Command {
	return exchangeCommand(p, exchange[api.Workspace]{
		use: "get ID", short: "Show a workspace", args: 1,
		long: "Shows a workspace: its branch, its last commit, connection, mappings and parameters.\n\n" +
			"JSON: the workspace as GET /api/v1/workspaces/{id} returns it.",
		example: "millrace workspaces get 3",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Workspace, error) {
			return server.GetWorkspace(ctx, args[0])
		},
		show: p.showWorkspace,
	})
}

func (p Program) showWorkspace(w *api.Workspace) error {
	var shown facts
	shown.add("id", w.ID)
	shown.add("name", w.Name)
	shown.add("status", string(w.Status))
	shown.add("project", w.Project)
	shown.add("branch", w.Branch)
	shown.add("commit", orZero(w.BaseCommit))
	shown.add("connection", orZero(w.Connection))
	shown.addMappings(w.Mappings)
	shown.addParameters(w.Parameters)
	shown.add("created", moment(&w.CreatedAt))
	return p.print(shown.String())
}

func (p Program) workspaceDelete() *cobra.Command {
	return p.deleteCommand(deletion{
		noun: "workspace", short: "Delete a workspace with its uncommitted changes",
		long:    "Deletes a workspace. Commits stay in the project's repository.",
		example: "millrace workspaces delete 3 --yes",
		losing:  ", with its uncommitted changes",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteWorkspace(ctx, id)
		},
	})
}
