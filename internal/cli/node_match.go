package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

// nodeMatchFlags are the flags of nodes match.
type nodeMatchFlags struct {
	scopeFlags

	exclude, compare string
}

func (p Program) nodeMatch() *cobra.Command {
	var flags nodeMatchFlags
	return exchangeCommand(p, exchange[api.SelectorMatches]{
		use: "match SELECTOR --environment NAME", short: "Print the nodes that a selector matches", args: 1,
		long: "Prints the deployed nodes of an environment or, with --workspace, the nodes of a workspace that a selector matches.\n" +
			"--compare shows which of them the same selector does not match in what is deployed, and the reverse.\n\n" +
			"JSON: count, total, locations, nodes, errors and warnings, and deployed with --compare.",
		example: "millrace nodes match '+{ FCT_ORDER }' --environment 2\n\n" +
			"# what a deployment to environment 2 would change\nmillrace nodes match '{ location: MART }' --workspace 3 --compare 2",
		flags: flags.register, prepare: flags.check, send: flags.send, show: p.showMatches,
		verdict: matchVerdict,
	})
}

func (f *nodeMatchFlags) register(command *cobra.Command) {
	f.scopeFlags.register(command)
	command.Flags().StringVar(&f.exclude, "exclude", "", "selector of nodes to exclude")
	command.Flags().StringVar(&f.compare, "compare", "", "environment to compare the workspace with, by name or id")
}

func (f *nodeMatchFlags) check(command *cobra.Command) error {
	if f.compare != "" && f.workspace == "" {
		return &usageError{err: fault.New(fault.Invalid, "--compare needs --workspace"), command: command.CommandPath()}
	}
	return f.scopeFlags.check(command)
}

// maxMatches is the number of nodes that the server lists at most.
const maxMatches = 10_000

func (f *nodeMatchFlags) send(ctx context.Context, server *client.Client, args []string) (*api.SelectorMatches, error) {
	if f.workspace == "" {
		return server.MatchEnvironmentNodes(ctx, f.environment, api.Selectors{
			IncludeSelector: new(args[0]), ExcludeSelector: given(f.exclude), Limit: new(maxMatches),
		})
	}
	body := api.WorkspaceSelectors{IncludeSelector: new(args[0]), ExcludeSelector: given(f.exclude), Limit: new(maxMatches)}
	if f.compare != "" {
		body.EnvironmentID = new(api.ID(f.compare))
	}
	return server.MatchWorkspaceNodes(ctx, f.workspace, body)
}

func (p Program) showMatches(found *api.SelectorMatches) error {
	for _, w := range found.Warnings {
		p.notef("%s selector: %s", w.Selector, w.Message)
	}
	if len(found.Errors) > 0 {
		return nil // the verdict reports them
	}
	var out strings.Builder
	for _, n := range found.Nodes {
		out.WriteString(n.LocationName + "." + n.Name + "\n")
	}
	_, _ = fmt.Fprintf(&out, "%d of %s\n", found.Count, counted(found.Total, "node"))
	if d := found.Deployed; d != nil {
		for _, n := range d.Added {
			out.WriteString("+ " + n.LocationName + "." + n.Name + "\n")
		}
		for _, n := range d.Removed {
			out.WriteString("- " + n.LocationName + "." + n.Name + "\n")
		}
		_, _ = fmt.Fprintf(&out, "deployed: %d match, %d added, %d removed\n", d.Count, d.AddedCount, d.RemovedCount)
	}
	return p.print(out.String())
}

// matchVerdict reports an invalid selector.
func matchVerdict(found *api.SelectorMatches) error {
	if len(found.Errors) == 0 {
		return nil
	}
	e := found.Errors[0]
	return fault.New(fault.Invalid, "%s selector: %s at line %d, column %d", e.Selector, e.Message, e.Line, e.Column).WithHint("%s", orZero(e.Hint))
}
