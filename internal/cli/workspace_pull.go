package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/progress"
)

// The two sides of a conflict, as the API names them.
const (
	oursSide   = "ours"
	theirsSide = "theirs"
)

func (p Program) workspacePull() *cobra.Command {
	var ours, theirs []string
	var body api.PullRequest
	return exchangeCommand(p, exchange[api.PullAnswer]{
		use: "pull ID", short: "Pull new commits of the branch into a workspace", args: 1, limit: planTimeout,
		long: "Fetches from the remote repository, if the project has one, and merges the new commits of the branch into a\n" +
			"workspace. Uncommitted changes stay. If both sides changed the same part of a file, nothing is changed and the\n" +
			"conflicts are listed: pull again and choose a side for each file.\n\n" +
			"Exits with 1 when there are conflicts.\n\n" +
			"JSON: isApplied, commit, changes, as `millrace workspaces diff` has them, and conflicts, each with path, and node,\n" +
			"nodeID, base, ours and theirs if there are any.",
		example: "millrace workspaces pull 3\n\n# with conflicts: keep one file of the workspace, take the other one from the branch\n" +
			"millrace workspaces pull 3 --ours nodes/STG-ORDERS.yml --theirs nodes/STG-COSTS.yml",
		flags: func(command *cobra.Command) {
			command.Flags().StringArrayVar(&ours, oursSide, nil, "path of a conflicting file to keep from the workspace; may be repeated")
			command.Flags().StringArrayVar(&theirs, theirsSide, nil, "path of a conflicting file to take from the branch; may be repeated")
		},
		prepare: func(*cobra.Command) (err error) {
			body, err = pullRequest(ours, theirs)
			return err
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.PullAnswer, error) {
			return server.PullWorkspace(ctx, args[0], body)
		},
		show: p.printPull,
		verdict: func(pulled *api.PullAnswer) error {
			if pulled.IsApplied {
				return nil
			}
			return reportedError{}
		},
	})
}

// pullRequest builds the choice of sides by file. A file has one side.
func pullRequest(ours, theirs []string) (api.PullRequest, error) {
	sides := map[string]string{}
	for _, path := range ours {
		sides[path] = oursSide
	}
	for _, path := range theirs {
		if sides[path] == oursSide {
			return api.PullRequest{}, fault.New(fault.Invalid, "%s is passed to both --ours and --theirs", path)
		}
		sides[path] = theirsSide
	}
	if len(sides) == 0 {
		return api.PullRequest{}, nil
	}
	return api.PullRequest{Resolve: &sides}, nil
}

func (p Program) printPull(pulled *api.PullAnswer) error {
	if !pulled.IsApplied {
		return p.print(p.conflictText(pulled.Conflicts))
	}
	if len(pulled.Changes) == 0 {
		return p.print(fmt.Sprintf("The workspace is up to date with commit %s.\n", shortCommit(pulled.Commit)))
	}
	if err := p.printChanges(pulled.Changes, false); err != nil {
		return err
	}
	return p.print(fmt.Sprintf("Updated the workspace to commit %s.\n", shortCommit(pulled.Commit)))
}

// conflictText shows the differences from the workspace to the branch.
func (p Program) conflictText(conflicts []api.Conflict) string {
	var out strings.Builder
	c := p.palette()
	for i := range conflicts {
		one := &conflicts[i]
		_, _ = fmt.Fprintf(&out, "%s %s", c.red("! conflict"), progress.Clean(one.Path))
		if node := progress.Clean(orZero(one.Node)); node != "" {
			_, _ = fmt.Fprint(&out, c.faint(" ("+node+")"))
		}
		_, _ = fmt.Fprintln(&out, sidesOf(one))
		writePatch(&out, c, &api.FileChange{Before: one.Ours, After: one.Theirs})
	}
	_, _ = fmt.Fprintf(&out, "%s: nothing was changed. Lines of the workspace have a minus, lines of the branch a plus.\n  %s\n",
		counted(len(conflicts), "conflict"), c.cyan("→ Pull again with --ours PATH or --theirs PATH for each file."))
	return out.String()
}

// sidesOf notes if the file is deleted on one side.
func sidesOf(conflict *api.Conflict) string {
	switch {
	case conflict.Ours == nil:
		return ", which is deleted in the workspace"
	case conflict.Theirs == nil:
		return ", which is deleted on the branch"
	default:
		return ""
	}
}
