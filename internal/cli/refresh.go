package cli

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

// refreshFlags say what to refresh.
type refreshFlags struct {
	remoteFlags
	parameterFlags

	environment, job, include, exclude, description string
	parallelism                                     int
	force, keepFailingRows, onlyChanged, wait       bool
}

func (p Program) refresh() *cobra.Command {
	var flags refreshFlags
	command := &cobra.Command{
		Use:   "refresh --environment ID",
		Short: "Run deployed nodes of an environment",
		Long: "Starts a run on the server over the nodes that a job or the selectors name; without either, over every node that\n" +
			"is deployed. With --wait it shows how the run goes until it is over. Ctrl-C then stops the watching, not the run.\n\n" +
			"Parameters given with --parameter are laid over those of the environment; --parameters replaces them all.\n\n" +
			"With --only-changed nodes are built whose definition, or the data that they read, changed since they were last\n" +
			"built. The results say of every node why it was built or not.\n\n" +
			"Exits with 0 when the run was accepted or, with --wait, completed; with 1 when it failed or was canceled; with 3\n" +
			"when the server refused, with 4 when it cannot be reached.\n\n" +
			"JSON: id, the number of the run. With --wait one document when it is over, as `millrace results --json` prints it.",
		Example: "# everything, and watch\nmillrace refresh --environment 2 --wait\n\n" +
			"# the marts and what they need\nmillrace refresh --environment 2 --select '+{ location: MART }'\n\n" +
			"# what changed, and what depends on it\nmillrace refresh --environment 2 --only-changed --wait\n\n" +
			"# a deployed job with a parameter\nmillrace refresh --environment 2 --job 1 --parameter since=2024-01-01 --wait",
		Args: arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			body, err := flags.body(command)
			if err != nil {
				return err
			}
			server, err := p.connect(&flags.remoteFlags)
			if err != nil {
				return err
			}
			return p.startRefresh(command.Context(), server, body, &flags)
		},
	}
	flags.remoteFlags.register(command)
	flags.parameterFlags.register(command)
	selectorFlags(command, &flags.include, &flags.exclude)
	command.Flags().StringVar(&flags.environment, "environment", "", "id of the environment, or of a workspace for a development run")
	command.Flags().StringVar(&flags.job, "job", "", "id of a deployed job")
	command.Flags().StringVar(&flags.description, "description", "", "what the run is for; shown with it")
	command.Flags().IntVar(&flags.parallelism, "parallelism", 0, "nodes to work on at once; the server's default if left out")
	command.Flags().BoolVar(&flags.force, "force", false, "also when the last deployment failed")
	command.Flags().BoolVar(&flags.keepFailingRows, "keep-failing-rows", false, "keep some of the rows that tests find, with the results")
	command.Flags().BoolVar(&flags.onlyChanged, "only-changed", false, "leave out what did not change since it was last built")
	waitFlag(command, &flags.wait)
	return command
}

// waitFlag is the flag of commands that can watch a run.
func waitFlag(command *cobra.Command, wait *bool) {
	command.Flags().BoolVar(wait, "wait", false, "show how the run goes until it is over; Ctrl-C stops watching, not the run")
}

// body is the request that the flags mean.
func (f *refreshFlags) body(command *cobra.Command) (api.StartRun, error) {
	var body api.StartRun
	if f.environment == "" {
		return body, &usageError{err: fault.New(fault.Invalid, "--environment is missing"), command: command.CommandPath()}
	}
	if command.Flags().Changed("parallelism") && f.parallelism < 1 {
		return body, fault.New(fault.Invalid, "--parallelism %d is below 1", f.parallelism)
	}
	parameters, merge, err := f.read()
	if err != nil {
		return body, err
	}
	if parameters != nil {
		body.Parameters, body.MergeParameters = &parameters, given(merge)
	}
	body.RunDetails.EnvironmentID = api.ID(f.environment)
	if f.job != "" {
		body.RunDetails.JobID = new(api.ID(f.job))
	}
	body.RunDetails.IncludeNodesSelector, body.RunDetails.ExcludeNodesSelector = given(f.include), given(f.exclude)
	body.RunDetails.RefreshDescription, body.RunDetails.Parallelism = given(f.description), given(f.parallelism)
	body.RunDetails.ForceIgnoreEnvironmentStatus, body.RunDetails.KeepFailingRows = given(f.force), given(f.keepFailingRows)
	body.RunDetails.OnlyChanged = given(f.onlyChanged)
	return body, nil
}

// given is a field of a request that is left out when its flag was.
func given[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

func (p Program) startRefresh(ctx context.Context, server *client.Client, body api.StartRun, flags *refreshFlags) error {
	started, err := server.StartRun(ctx, body)
	if err != nil {
		return err
	}
	return p.accepted(ctx, server, acceptance{run: started.RunCounter, wait: flags.wait, asJSON: flags.asJSON})
}

// acceptance is a run that the server has taken on, and what to do about it.
type acceptance struct {
	run          int64
	wait, asJSON bool
}

// accepted watches a run that has begun, or says how to.
func (p Program) accepted(ctx context.Context, server *client.Client, a acceptance) error {
	id := strconv.FormatInt(a.run, 10)
	switch {
	case a.wait:
		return p.watchUntilGood(ctx, server, id, a.asJSON)
	case a.asJSON:
		return p.printJSON(newRunID(id))
	default:
		return p.print(fmt.Sprintf("Run %s was accepted. `millrace status %s --wait` watches it.\n", id, id))
	}
}
