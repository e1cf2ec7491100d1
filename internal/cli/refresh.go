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

// refreshFlags are the flags of refresh.
type refreshFlags struct {
	remoteFlags
	parameterFlags
	waitFlags

	environment, job, include, exclude, description string
	parallelism                                     int
	force, keepFailingRows, onlyChanged, createOnly bool
}

// keepFailingRowsFlag is the flag that says how many rows of failed tests to keep.
const keepFailingRowsFlag = "keep-failing-rows"

func (p Program) refresh() *cobra.Command {
	var flags refreshFlags
	command := &cobra.Command{
		Use:   "refresh --environment NAME",
		Short: "Run the deployed nodes of an environment",
		Long: "Starts a run on the server for the nodes of a job or of the selectors; without either, for every deployed node. With\n" +
			"--wait it shows the progress until the run has ended. Ctrl-C then stops watching, not the run.\n\n" +
			"--parameter adds to the parameters of the environment; --parameters replaces them all.\n\n" +
			"With --only-changed the run builds only nodes whose definition or input data changed since their last build. The\n" +
			"results give the reason for every node.\n\n" +
			"With --create-only a development run creates or alters the tables and views of a workspace and loads no rows.\n\n" +
			"Exits with 0 when the run was accepted or, with --wait, completed; with 1 when it failed, was canceled or has failed\n" +
			"tests, unless --allow-test-failures; with 3 when the server rejected the request, with 4 when it is unreachable.\n\n" +
			"JSON: id, the number of the run. With --wait one document when it has ended, as `millrace results --json` prints it.",
		Example: "# all nodes, and watch\nmillrace refresh --environment Production --wait\n\n" +
			"# the marts and everything upstream\nmillrace refresh --environment 2 --select '+{ location: MART }'\n\n" +
			"# changed nodes and everything downstream\nmillrace refresh --environment 2 --only-changed --wait\n\n" +
			"# a deployed job with a parameter\nmillrace refresh --environment 2 --job 1 --parameter since=2024-01-01 --wait\n\n" +
			"# the table of one node of workspace 3, without rows\nmillrace refresh --environment 3 --select '{ FCT_ORDER }' --create-only --wait",
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
	command.Flags().StringVar(&flags.environment, "environment", "", "name or id of the environment, or id of a workspace for a development run")
	command.Flags().StringVar(&flags.job, "job", "", "id of a deployed job")
	command.Flags().StringVar(&flags.description, "description", "", "description of the run")
	command.Flags().IntVar(&flags.parallelism, "parallelism", 0, "nodes to run in parallel (default: set by the server)")
	command.Flags().BoolVar(&flags.force, "force", false, "run even if the last deployment failed")
	command.Flags().BoolVar(&flags.keepFailingRows, keepFailingRowsFlag, false, "store up to 100 rows of each failed test in the results (default: the first 5)")
	command.Flags().BoolVar(&flags.onlyChanged, "only-changed", false, "skip nodes that did not change since their last build")
	command.Flags().BoolVar(&flags.createOnly, "create-only", false, "create or alter the objects of a workspace without loading them")
	flags.waitFlags.register(command)
	return command
}

// body builds the request from the flags.
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
	body.RunDetails.ForceIgnoreEnvironmentStatus, body.RunDetails.KeepFailingRows = given(f.force), keepsFailingRows(command, f.keepFailingRows)
	body.RunDetails.OnlyChanged, body.RunDetails.CreateOnly = given(f.onlyChanged), given(f.createOnly)
	return body, nil
}

// keepsFailingRows returns nil if the flag is not given. Then a run keeps the first rows.
func keepsFailingRows(command *cobra.Command, keep bool) *bool {
	if !command.Flags().Changed(keepFailingRowsFlag) {
		return nil
	}
	return &keep
}

// given returns nil for a zero value, so that the request omits the field.
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
	return p.accepted(ctx, server, acceptedRun{flags.waitFlags, started.RunCounter, flags.asJSON})
}

// acceptedRun is a run that the server accepted, and how to report it.
type acceptedRun struct {
	waitFlags

	run    int64
	asJSON bool
}

// accepted watches an accepted run, or prints how to.
func (p Program) accepted(ctx context.Context, server *client.Client, a acceptedRun) error {
	id := strconv.FormatInt(a.run, 10)
	switch {
	case a.wait:
		return p.watchUntilGood(ctx, server, id, a.waitFlags, a.asJSON)
	case a.asJSON:
		return p.printJSON(newRunID(id))
	default:
		return p.print(fmt.Sprintf("Run %s was accepted. Watch it with `millrace status %s --wait`.\n", id, id))
	}
}
