package cli

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) environmentOverview() *cobra.Command {
	return listCommand(p, listing[api.EnvironmentOverview]{
		use: "overview", short: "Show what happened in the environments",
		long: "Shows for each environment its health, the deployed commit and how many commits it is behind, the last run and\n" +
			"the next scheduled run.\n\n" +
			"JSON: a list of overviews, each with id, name, status, health, deployment, commitsBehind, the last 30 runs,\n" +
			"nextRun and your permissions.",
		example: "millrace environments overview\n\n" +
			"# only those of one project\nmillrace environments overview --project 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		scope: "project", scopeHelp: "only environments of this project",
		list: listOverviews, show: p.printOverviews,
	})
}

func listOverviews(ctx context.Context, server *client.Client, project string) ([]api.EnvironmentOverview, error) {
	return readAll(func(from *string) (batch[api.EnvironmentOverview], error) {
		page, err := server.ListEnvironmentOverviews(ctx, &api.ListEnvironmentOverviewsParams{
			Project: given(project), Limit: new(pageLimit), StartingFrom: from,
		})
		if err != nil {
			return batch[api.EnvironmentOverview]{}, err
		}
		return batch[api.EnvironmentOverview]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) printOverviews(list []api.EnvironmentOverview) error {
	shown := table{columns: []string{"ID", "NAME", "STATUS", "HEALTH", "DEPLOYED", "BEHIND", "LAST RUN", "NEXT RUN"}}
	for i := range list {
		o := &list[i]
		var deployed, behind, last, next string
		if o.Deployment != nil {
			deployed = shortCommit(o.Deployment.Commit)
		}
		if o.CommitsBehind != nil {
			behind = strconv.Itoa(*o.CommitsBehind)
		}
		if len(o.Runs) > 0 {
			last = strconv.FormatInt(o.Runs[0].ID, 10) + " " + string(o.Runs[0].RunStatus)
		}
		if o.NextRun != nil {
			next = moment(&o.NextRun.DueAt)
		}
		shown.add(o.ID, o.Name, string(o.Status), healthText(&o.Health), deployed, behind, last, next)
	}
	return p.printTable(&shown, "There are no environments.")
}

func (p Program) environmentHealth() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "health ID",
		Short: "Show the health of the deployed nodes",
		Long: "Shows the health of each deployed node of an environment, the worst first.\n\n" +
			"JSON: the nodes as GET /api/v1/environments/{id}/nodeHealth returns them, with their states in the last 30 refreshes.",
		Example: "millrace environments health 2",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			found, err := server.GetNodeHealth(command.Context(), args[0])
			if err != nil {
				return err
			}
			if flags.asJSON {
				return p.printJSON(found)
			}
			return p.printNodeHealth(found.Data)
		},
	}
	flags.register(command)
	return command
}

func (p Program) printNodeHealth(nodes []api.NodeHealth) error {
	shown := table{columns: []string{"NODE", "HEALTH", "FAILED TESTS", "RUN", "BUILT"}}
	for i := range nodes {
		n := &nodes[i]
		run := ""
		if n.LastRunID != nil {
			run = strconv.FormatInt(*n.LastRunID, 10)
		}
		shown.add(n.LocationName+"."+n.Name, healthWord(n.Health), strconv.Itoa(n.FailedTests), run, moment(n.BuiltAt))
	}
	return p.printTable(&shown, "Nothing is deployed.")
}
