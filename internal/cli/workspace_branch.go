package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

func (p Program) workspaceBranch() *cobra.Command {
	var create, discard bool
	return exchangeCommand(p, exchange[api.Workspace]{
		use: "branch ID BRANCH", short: "Work on another branch in a workspace", args: 2, limit: planLimit,
		long: "Puts the files of another branch into a workspace, which commits to that branch from then on. It is refused while\n" +
			"there are changes that were not committed, unless --discard throws them away. With --create the branch is made\n" +
			"first, where the present one is.\n\n" +
			"JSON: the workspace after the change.",
		example: "millrace workspaces branch 3 orders-have-a-tax --create",
		flags: func(command *cobra.Command) {
			command.Flags().BoolVar(&create, "create", false, "make the branch first, where the present one is")
			command.Flags().BoolVar(&discard, "discard", false, "throw away changes that were not committed")
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Workspace, error) {
			if create && !discard {
				if err := checkCommitted(ctx, server, args[0]); err != nil {
					return nil, err
				}
			}
			if create {
				if err := branchOff(ctx, server, args[0], args[1]); err != nil {
					return nil, err
				}
			}
			return server.SwitchBranch(ctx, args[0], api.SwitchRequest{Branch: args[1], Discard: given(discard)})
		},
		show: p.showWorkspace,
	})
}

// checkCommitted refuses what the server would refuse once the branch is made, so that no branch is left behind.
func checkCommitted(ctx context.Context, server *client.Client, workspace string) error {
	diff, err := server.DiffWorkspace(ctx, workspace, &api.DiffWorkspaceParams{})
	if err != nil {
		return err
	}
	if open := len(diff.Changes); open > 0 {
		return fault.New(fault.Conflict, "workspace %s has changes that were not committed, in %s", workspace, counted(open, "file")).
			WithHint("Commit them with `millrace workspaces commit %s`, or lose them with --discard.", workspace)
	}
	return nil
}

// branchOff makes a branch where that of a workspace is.
func branchOff(ctx context.Context, server *client.Client, workspace, branch string) error {
	found, err := server.GetWorkspace(ctx, workspace)
	if err != nil {
		return err
	}
	_, err = server.CreateBranch(ctx, found.Project, api.BranchCreate{Name: branch, From: &found.Branch})
	return err
}

func (p Program) projectBranches() *cobra.Command {
	return exchangeCommand(p, exchange[[]api.Branch]{
		use: "branches ID", short: "List the branches of a project", args: 1,
		long: "Lists the branches of the repository that the server keeps for a project.\n\n" +
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
	return p.printTable(&shown, "There are no branches: nothing was committed yet.")
}

// belowOne refuses a limit that asks for nothing.
func belowOne(limit int) error {
	if limit < 1 {
		return fault.New(fault.Invalid, "--limit %d is below 1", limit)
	}
	return nil
}
