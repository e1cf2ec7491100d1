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

// runFlags say what to run, and how.
type runFlags struct {
	projectFlags

	include, exclude, data                 string
	parallelism                            int
	recreate, fullRefresh, keepFailingRows bool
}

func (p Program) run() *cobra.Command {
	flags := runFlags{projectFlags: projectFlags{platform: localrun.Platform, printsSQL: true}}
	command := &cobra.Command{
		Use:   "run [DIR]",
		Short: "Run a project on this machine, with no server",
		Long: "Makes and fills the nodes of a project in DuckDB files, in the order in which they depend on each other. The files are\n" +
			"in the folder " + localrun.FolderName + " of the project unless --data names another one; a database of the storage mappings is a\n" +
			"file there, and a location without a mapping is a schema of its own name. One process at a time can use the folder.\n\n" +
			"A table is made when it is missing, and then only filled. One that is not as its node says fails, because making it\n" +
			"anew loses its rows; --recreate does it. Views are always made anew. Tables of nodes that are gone are left alone.\n\n" +
			"Every node is one transaction: it is done whole or not at all. Ctrl-C stops the statements that are running.\n\n" +
			"Exits with 0 when every node is complete, with 1 when something failed or was interrupted.\n\n" +
			"JSON: one document at the end, with runStatus, runStartTime, runEndTime, summary and nodes, as\n" +
			"`millrace results --json` prints it. When the project has errors, what `millrace validate --json` prints.",
		Example: "# the project in this folder or above it\nmillrace run\n\n" +
			"# one node and all that it needs\nmillrace run shop --select '+{ FCT_ORDER }'\n\n" +
			"# fill incremental tables from the beginning\nmillrace run --full-refresh\n\n" +
			"# after the columns of a node have changed\nmillrace run --select '{ STG_ORDERS }' --recreate",
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			if flags.parallelism < 1 {
				return fault.New(fault.Invalid, "--parallelism %d is below 1", flags.parallelism)
			}
			return p.runProject(command, &flags, firstOf(args))
		},
	}
	flags.register(command)
	selectorFlags(command, &flags.include, &flags.exclude)
	command.Flags().StringVar(&flags.data, "data", "", "folder of the database files; "+localrun.FolderName+" in the project if left out")
	command.Flags().IntVar(&flags.parallelism, "parallelism", 4, "nodes to work on at once")
	command.Flags().BoolVar(&flags.recreate, "recreate", false, "drop tables that are not as their nodes say, and make them anew; their rows are lost")
	command.Flags().BoolVar(&flags.fullRefresh, "full-refresh", false, "fill incremental tables from the beginning; sets the parameter fullRefresh")
	command.Flags().BoolVar(&flags.keepFailingRows, "keep-failing-rows", false, "show some of the rows that tests find")
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
	compiled, err := flags.compile(command, folder)
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
	status, err := p.runIn(ctx, folder, compiled, flags)
	if closeErr := folder.Close(); err == nil && closeErr != nil {
		return closeErr
	}
	if err == nil && status != run.Completed {
		return reportedError{}
	}
	return err
}

func (p Program) runIn(ctx context.Context, folder *localrun.DataFolder, compiled *compiler.Compilation, flags *runFlags) (run.Status, error) {
	work, err := folder.Prepare(ctx, localrun.Request{
		Compilation: compiled, Include: flags.include, Exclude: flags.exclude, Recreate: flags.recreate,
	})
	if err != nil {
		return "", err
	}
	if len(work.Gone) > 0 {
		p.notef("no node of the project makes %s any more; left alone", few(work.Gone))
	}
	tracker := progress.NewTracker(work.Plan, time.Now)
	go func() {
		tracker.Finish(work.Run(ctx, localrun.Settings{
			Parallelism: flags.parallelism, KeepFailingRows: flags.keepFailingRows, Journal: tracker, Now: time.Now,
		}))
	}()
	// A signal ends the work, and the work ends the watching: what was canceled is shown too.
	last, err := progress.Watch(context.WithoutCancel(ctx), tracker, p.display(flags.asJSON))
	if err == nil && flags.asJSON {
		err = p.printJSON(last.Report())
	}
	return last.Status, err
}
