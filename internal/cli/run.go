package cli

import (
	"context"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	localrun "github.com/millrace/millrace/internal/localrun"
	"github.com/millrace/millrace/internal/progress"
	"github.com/millrace/millrace/internal/run"
)

// runFlags are the flags of run.
type runFlags struct {
	projectFlags

	include, exclude, data                 string
	parallelism                            int
	recreate, fullRefresh, keepFailingRows bool
	onlyChanged                            bool
	allowTestFailures                      bool
	options                                run.Details // what a run on a server would get
}

func (p Program) run() *cobra.Command {
	flags := runFlags{projectFlags: projectFlags{platform: localrun.Platform, printsSQL: true}}
	command := &cobra.Command{
		Use:   "run [DIR]",
		Short: "Run a project on this machine without a server",
		Long: "Creates and loads the nodes of a project in DuckDB files, in dependency order. The files are in the folder " + localrun.FolderName + "\n" +
			"of the project unless --data names another folder. Each database of the storage mappings is one file; a location\n" +
			"without a mapping becomes a schema with its own name. Only one process at a time can use the folder.\n\n" +
			"A missing table is created; an existing one is only loaded. A table that does not match its node is an error, because\n" +
			"to drop and create it loses its rows; --recreate does that. Views are always replaced. Tables without a node are not\n" +
			"dropped.\n\n" +
			"With --only-changed the run builds only nodes whose definition or input data changed since their last build,\n" +
			"and prints the reason for every node. The first such run builds the nodes that read sources, because other\n" +
			"runs compute no digests of their rows.\n\n" +
			"Every node is one transaction. Ctrl-C stops the running statements.\n\n" +
			"Exits with 0 when every node is complete, with 1 when a node or a test failed or the run was\n" +
			"interrupted; with --allow-test-failures failed tests count as complete.\n\n" +
			"JSON: one document at the end, with runStatus, runStartTime, runEndTime, summary and nodes, as\n" +
			"`millrace results --json` prints it. When the project has errors, the output of `millrace validate --json`.",
		Example: "# the project in this folder or a parent folder\nmillrace run\n\n" +
			"# one node and everything upstream\nmillrace run shop --select '+{ FCT_ORDER }'\n\n" +
			"# reload incremental tables completely\nmillrace run --full-refresh\n\n" +
			"# only what changed, and everything downstream\nmillrace run --only-changed\n\n" +
			"# after a change of a node's columns\nmillrace run --select '{ STG_ORDERS }' --recreate",
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			if flags.parallelism < 1 {
				return fault.New(fault.Invalid, "--parallelism %d is below 1", flags.parallelism)
			}
			flags.options.KeepFailingRows = keepsFailingRows(command, flags.keepFailingRows)
			return p.runProject(command, &flags, firstOf(args))
		},
	}
	flags.register(command)
	flags.registerCache(command)
	selectorFlags(command, &flags.include, &flags.exclude)
	command.Flags().StringVar(&flags.data, "data", "", "folder of the database files (default: "+localrun.FolderName+" in the project)")
	command.Flags().IntVar(&flags.parallelism, "parallelism", 4, "nodes to run in parallel")
	command.Flags().BoolVar(&flags.recreate, "recreate", false, "drop and create tables that do not match their nodes; their rows are lost")
	command.Flags().BoolVar(&flags.onlyChanged, "only-changed", false, "skip nodes that did not change since their last build")
	command.Flags().BoolVar(&flags.fullRefresh, "full-refresh", false, "reload incremental tables completely; sets the parameter fullRefresh")
	command.Flags().BoolVar(&flags.keepFailingRows, keepFailingRowsFlag, false, "keep up to 100 rows of each failed test (default: the first 5)")
	allowTestFailuresFlag(command, &flags.allowTestFailures)
	return command
}

func (p Program) runProject(command *cobra.Command, flags *runFlags, named string) error {
	folder, err := findProject(named)
	if err != nil {
		return err
	}
	if flags.fullRefresh {
		flags.parameters = append(flags.parameters, "fullRefresh=true")
	}
	compiled, err := p.compileSelected(command, &flags.projectFlags, folder, compiler.Selection{
		Include: flags.include, Exclude: flags.exclude, WithUpstream: true, // the records of a run name what its nodes are built from
	})
	if err != nil {
		return err
	}
	nodes, err := p.pick(compiled, flags.include, flags.exclude)
	if err != nil {
		return err
	}
	if err := p.checkRunnable(compiled, nodes, flags.asJSON); err != nil {
		return err
	}
	if flags.data == "" {
		flags.data = filepath.Join(folder, localrun.FolderName)
	}
	return p.runLocal(command.Context(), compiled, flags)
}

func (p Program) runLocal(ctx context.Context, compiled *compiler.Compilation, flags *runFlags) error {
	folder, err := localrun.Open(ctx, flags.data)
	if err != nil {
		return err
	}
	last, err := p.runIn(ctx, folder, compiled, flags)
	if closeErr := folder.Close(); err == nil && closeErr != nil {
		return closeErr
	}
	if err != nil {
		return err
	}
	return p.judge(&last, flags.allowTestFailures)
}

func (p Program) runIn(ctx context.Context, folder *localrun.DataFolder, compiled *compiler.Compilation, flags *runFlags) (progress.Snapshot, error) {
	work, err := folder.Prepare(ctx, localrun.Request{
		Compilation: compiled, Include: flags.include, Exclude: flags.exclude, Recreate: flags.recreate, OnlyChanged: flags.onlyChanged,
	})
	if err != nil {
		return progress.Snapshot{}, err
	}
	if len(work.Gone) > 0 {
		p.notef("the project no longer has a node for %s; not dropped", few(work.Gone))
	}
	tracker := progress.NewTracker(work.Plan, time.Now)
	go func() {
		tracker.Finish(work.Run(ctx, localrun.Settings{
			Parallelism: flags.parallelism, FailingRows: flags.options.FailingRows(), Journal: tracker, Now: time.Now,
		}))
	}()
	// A signal ends the run, and the end of the run ends the display, so that canceled nodes are shown too.
	last, err := progress.Watch(context.WithoutCancel(ctx), tracker, p.display(flags.asJSON))
	switch {
	case err != nil:
	case flags.asJSON:
		err = p.printJSON(last.Report())
	case flags.onlyChanged:
		err = p.print(reasons(&last))
	}
	return last, err
}
