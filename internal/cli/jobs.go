package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) jobs() *cobra.Command {
	parent := p.jobList("jobs --environment NAME", "List deployed jobs; manage the jobs of workspaces")
	parent.AddCommand(
		p.remote(p.jobList("list --environment NAME", "List the jobs of an environment or a workspace")),
		p.remote(p.jobGet()), p.remote(p.jobCreate()), p.remote(p.jobUpdate()), p.remote(p.jobDelete()),
	)
	return parent
}

func (p Program) jobList(use, short string) *cobra.Command {
	var flags remoteFlags
	var scope scopeFlags
	command := &cobra.Command{
		Use: use, Short: short,
		Long: "Lists the jobs of the last deployment of an environment, which `millrace refresh --job` and schedules can run. With\n" +
			"--workspace, lists the jobs of a workspace.\n\n" +
			"JSON: a list of jobs, each with id, name, includeSelector and excludeSelector, and version in a workspace.",
		Example: "millrace jobs --environment 2\nmillrace refresh --environment 2 --job 1 --wait",
		Args:    arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			if err := scope.check(command); err != nil {
				return err
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			list, err := scope.jobs(command.Context(), server)
			if err != nil {
				return err
			}
			return p.printJobs(list, flags.asJSON)
		},
	}
	flags.register(command)
	scope.register(command)
	return command
}

// jobs lists all jobs of the environment or workspace; without a limit the server returns them all.
func (f *scopeFlags) jobs(ctx context.Context, server *client.Client) (*api.JobList, error) {
	if f.workspace != "" {
		return server.ListWorkspaceJobs(ctx, f.workspace, nil)
	}
	return server.ListEnvironmentJobs(ctx, f.environment, nil)
}

func (p Program) printJobs(list *api.JobList, asJSON bool) error {
	if asJSON {
		return p.printJSON(orEmpty(list.Data))
	}
	shown := table{columns: []string{"ID", "NAME", "SELECT", "EXCLUDE"}}
	for _, job := range list.Data {
		shown.add(job.ID, job.Name, job.IncludeSelector, job.ExcludeSelector)
	}
	return p.printTable(&shown, "There are no jobs.")
}
