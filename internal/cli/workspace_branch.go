package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

func (p Program) workspaceBranch() *cobra.Command {
	var create, discard, keep bool
	return exchangeCommand(p, exchange[api.Workspace]{
		use: "branch ID BRANCH", short: "Switch a workspace to another branch", args: 2, limit: planTimeout,
		long: "Replaces the files of a workspace with those of another branch, to which it then commits. The server rejects this\n" +
			"while there are uncommitted changes, unless --discard drops them or --keep keeps them. --keep needs a branch at the\n" +
			"base commit of the workspace. --create creates the branch first, at the commit of the current branch.\n\n" +
			"JSON: the workspace after the change.",
		prepare: func(command *cobra.Command) error { return exclusive(command, "discard", "keep") },
		example: "millrace workspaces branch 3 orders-have-a-tax --create --keep",
		flags: func(command *cobra.Command) {
			command.Flags().BoolVar(&create, "create", false, "create the branch first, at the commit of the current branch")
			command.Flags().BoolVar(&discard, "discard", false, "drop uncommitted changes")
			command.Flags().BoolVar(&keep, "keep", false, "keep uncommitted changes")
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Workspace, error) {
			if create && !discard && !keep {
				if err := checkCommitted(ctx, server, args[0]); err != nil {
					return nil, err
				}
			}
			if create {
				if err := createBranch(ctx, server, args[0], args[1], keep); err != nil {
					return nil, err
				}
			}
			return server.SwitchBranch(ctx, args[0], api.SwitchRequest{Branch: args[1], Discard: given(discard), Keep: given(keep)})
		},
		show: p.showWorkspace,
	})
}

// checkCommitted rejects uncommitted changes before a branch is created, so that the server's rejection does not leave
// an unused branch.
func checkCommitted(ctx context.Context, server *client.Client, workspace string) error {
	diff, err := server.DiffWorkspace(ctx, workspace, &api.DiffWorkspaceParams{})
	if err != nil {
		return err
	}
	if open := len(diff.Changes); open > 0 {
		return fault.New(fault.Conflict, "workspace %s has uncommitted changes in %s", workspace, counted(open, "file")).
			WithHint("Commit them with `millrace workspaces commit %s`, or drop them with --discard.", workspace)
	}
	return nil
}

// createBranch creates a branch at the commit of a workspace's branch, or at its base commit, where it can keep changes.
func createBranch(ctx context.Context, server *client.Client, workspace, branch string, atBase bool) error {
	found, err := server.GetWorkspace(ctx, workspace)
	if err != nil {
		return err
	}
	from := &found.Branch
	if atBase && found.BaseCommit != nil {
		from = found.BaseCommit
	}
	_, err = server.CreateBranch(ctx, found.Project, api.BranchCreate{Name: branch, From: from})
	return err
}

func (p Program) projectBranches() *cobra.Command {
	return exchangeCommand(p, exchange[[]api.Branch]{
		use: "branches ID", short: "List the branches of a project", args: 1,
		long: "Lists the branches of a project's repository on the server.\n\n" +
			"JSON: a list of branches, each with name, commit and isDefault.",
		example: "millrace projects branches 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		send: func(ctx context.Context, server *client.Client, args []string) (*[]api.Branch, error) {
			page, err := server.ListBranches(ctx, args[0], nil)
			if err != nil {
				return nil, err
			}
			return new(orEmpty(page.Data)), nil
		},
		show: p.printBranches,
	})
}

func (p Program) printBranches(list *[]api.Branch) error {
	shown := table{columns: []string{"BRANCH", "COMMIT", "DEFAULT"}}
	for _, branch := range *list {
		shown.add(branch.Name, shortCommit(branch.Commit), yesOrEmpty(branch.IsDefault))
	}
	return p.printTable(&shown, "There are no branches, because there are no commits.")
}

// checkLimit rejects a limit below 1.
func checkLimit(limit int) error {
	if limit < 1 {
		return fault.New(fault.Invalid, "--limit %d is below 1", limit)
	}
	return nil
}
