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

// The two sides of a conflict, as the interface calls them.
const (
	oursSide   = "ours"
	theirsSide = "theirs"
)

func (p Program) workspacePull() *cobra.Command {
	var ours, theirs []string
	var body api.PullRequest
	return exchangeCommand(p, exchange[api.PullAnswer]{
		use: "pull ID", short: "Bring what is new on its branch into a workspace", args: 1, limit: planLimit,
		long: "Fetches from the remote repository, where the project has one, and brings what is new on the branch into a workspace.\n" +
			"Changes that were not committed stay. Where both sides changed the same part of a file, nothing is changed and the\n" +
			"conflicts are listed: pull again, and say for each file which side counts.\n\n" +
			"Exits with 1 when there are conflicts.\n\n" +
			"JSON: isApplied, commit, changes, as `millrace workspaces diff` has them, and conflicts, each with path, node, nodeID,\n" +
			"base, ours and theirs, where it has them.",
		example: "millrace workspaces pull 3\n\n# with conflicts: keep the file of the workspace, take the other one of the branch\n" +
			"millrace workspaces pull 3 --ours nodes/STG-ORDERS.yml --theirs nodes/STG-COSTS.yml",
		flags: func(command *cobra.Command) {
			command.Flags().StringArrayVar(&ours, oursSide, nil, "path of a file in conflict that stays as it is in the workspace; may be repeated")
			command.Flags().StringArrayVar(&theirs, theirsSide, nil, "path of a file in conflict that becomes what is on the branch; may be repeated")
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

// pullRequest says which side counts, file by file. A file has one.
func pullRequest(ours, theirs []string) (api.PullRequest, error) {
	sides := map[string]string{}
	for _, path := range ours {
		sides[path] = oursSide
	}
	for _, path := range theirs {
		if sides[path] == oursSide {
			return api.PullRequest{}, fault.New(fault.Invalid, "%s is named for both sides", path)
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
		return p.print(fmt.Sprintf("The workspace has everything up to commit %s.\n", shortCommit(pulled.Commit)))
	}
	if err := p.printChanges(pulled.Changes, false); err != nil {
		return err
	}
	return p.print(fmt.Sprintf("The workspace is at commit %s.\n", shortCommit(pulled.Commit)))
}

// conflictText shows what the two sides have, as a step from here to there.
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
	_, _ = fmt.Fprintf(&out, "%s: nothing was changed. What is in the workspace has a minus, what is on the branch a plus.\n  %s\n",
		counted(len(conflicts), "conflict"), c.cyan("→ Pull again, with --ours PATH or --theirs PATH for each."))
	return out.String()
}

// sidesOf says when one side has the file no more.
func sidesOf(conflict *api.Conflict) string {
	switch {
	case conflict.Ours == nil:
		return ", which is gone in the workspace"
	case conflict.Theirs == nil:
		return ", which is gone on the branch"
	default:
		return ""
	}
}
