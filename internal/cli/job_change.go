package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) jobGet() *cobra.Command {
	var scope scopeFlags
	return exchangeCommand(p, exchange[api.Job]{
		use: "get ID --environment NAME", short: "Show a deployed job or a job of a workspace", args: 1,
		long: "Shows a job of the last deployment of an environment or, with --workspace, a job of a workspace.\n\n" +
			"JSON: the job, with id, name, includeSelector and excludeSelector, and version when it is in a workspace.",
		example: "millrace jobs get 1 --environment 2\nmillrace jobs get 1 --workspace 3",
		flags:   scope.register, prepare: scope.check,
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Job, error) {
			if scope.workspace != "" {
				return server.GetWorkspaceJob(ctx, scope.workspace, args[0])
			}
			return server.GetEnvironmentJob(ctx, scope.environment, args[0])
		},
		show: p.showJob,
	})
}

func (p Program) showJob(job *api.Job) error {
	var shown facts
	shown.add("id", job.ID)
	shown.add("name", job.Name)
	shown.add("select", job.IncludeSelector)
	shown.add("exclude", job.ExcludeSelector)
	shown.add("version", versionText(job.Version))
	return p.print(shown.String())
}

// jobFlags select the nodes of a job.
type jobFlags struct {
	workspaceFlag

	name, include, exclude string
}

func (f *jobFlags) register(command *cobra.Command) {
	f.workspaceFlag.register(command)
	selectorFlags(command, &f.include, &f.exclude)
}

func (p Program) jobCreate() *cobra.Command {
	var flags jobFlags
	return exchangeCommand(p, exchange[api.Job]{
		use: "create NAME --workspace ID", short: "Create a job in a workspace", args: 1,
		long: "Creates a job: a named set of nodes that `millrace refresh --job` and schedules run together. It exists in the\n" +
			"workspace first; a commit and a deployment bring it to an environment.\n\n" +
			"JSON: the job, with its id.",
		example: "millrace jobs create Nightly --workspace 3 --select '+{ location: MART }'",
		flags:   flags.register, prepare: flags.check,
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Job, error) {
			return server.CreateWorkspaceJob(ctx, flags.workspace, api.JobWrite{
				Name: args[0], IncludeSelector: flags.include, ExcludeSelector: flags.exclude,
			})
		},
		show: p.showJob,
	})
}

// jobUpdate merges flags into the existing job, because the API replaces it.
func (p Program) jobUpdate() *cobra.Command {
	var flags jobFlags
	var name, include, exclude *string
	return exchangeCommand(p, exchange[api.Job]{
		use: "update ID --workspace ID", short: "Change the name or the nodes of a job in a workspace", args: 1,
		long: "Changes what the flags name and leaves the rest unchanged. Schedules refer to a job by its id. The deployed job\n" +
			"changes with the next deployment.\n\n" + versionsLong + "\n\n" +
			"JSON: the job after the change.",
		example: "millrace jobs update 1 --workspace 3 --name Nightly\n\n# everything but the marts\n" +
			"millrace jobs update 1 --workspace 3 --select '' --exclude '{ location: MART }'",
		flags: func(command *cobra.Command) {
			flags.register(command)
			command.Flags().StringVar(&flags.name, "name", "", "name of the job")
		},
		prepare: func(command *cobra.Command) error {
			name, include, exclude = changed(command, "name", flags.name), changed(command, "select", flags.include), changed(command, "exclude", flags.exclude)
			return flags.checkChange(command)
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Job, error) {
			job, err := server.GetWorkspaceJob(ctx, flags.workspace, args[0])
			if err != nil {
				return nil, err
			}
			lay(&job.Name, name)
			lay(&job.IncludeSelector, include)
			lay(&job.ExcludeSelector, exclude)
			return server.UpdateWorkspaceJob(ctx, flags.workspace, args[0], nil, api.JobWrite{
				Name: job.Name, IncludeSelector: job.IncludeSelector, ExcludeSelector: job.ExcludeSelector, Version: job.Version,
			})
		},
		show: p.showJob,
	})
}

func (p Program) jobDelete() *cobra.Command {
	var inside workspaceFlag
	return p.deleteCommand(deletion{
		noun: "job", short: "Delete a job of a workspace", inside: &inside,
		long:    "Deletes a job of a workspace. The deployed job stays until the next deployment.",
		example: "millrace jobs delete 1 --workspace 3 --yes",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteWorkspaceJob(ctx, inside.workspace, id, nil)
		},
	})
}
