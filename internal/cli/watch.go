package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/progress"
	"github.com/millrace/millrace/internal/run"
)

// watch shows a run until it has ended, prints its results and returns them. A signal stops the watching, not the run.
func (p Program) watch(ctx context.Context, server *client.Client, id string, asJSON bool) (progress.Snapshot, error) {
	source := &poller{server: server, run: id}
	last, err := progress.Watch(ctx, source, p.display(asJSON))
	if errors.Is(err, context.Canceled) {
		return last, fault.New(fault.Canceled, "stopped watching; run %s continues", id).
			WithHint("Watch it again with `millrace status %s --wait`, or cancel it with `millrace cancel %s`.", id, id)
	}
	if err != nil {
		return last, err
	}
	if asJSON {
		return last, p.printJSON(last.Report())
	}
	if reasons(&last) != "" {
		err = p.print(fmt.Sprintf("See why each node was built or skipped with `millrace results %s`.\n", id))
	}
	return last, err
}

// watchUntilGood returns an error if the run did not complete, or if tests failed.
func (p Program) watchUntilGood(ctx context.Context, server *client.Client, id string, flags waitFlags, asJSON bool) error {
	last, err := p.watch(ctx, server, id, asJSON)
	if err != nil {
		return err
	}
	return p.judge(&last, flags.allowTestFailures)
}

// judge returns an error if a run failed, was canceled, or has failed tests that are not allowed. The run is printed
// already.
func (p Program) judge(s *progress.Snapshot, allowTestFailures bool) error {
	if s.Status == run.Failed || s.Status == run.Canceled {
		return reportedError{}
	}
	failed := s.Tally().FailedTests
	if failed == 0 || allowTestFailures {
		return nil
	}
	p.notef("%s failed. Pass --allow-test-failures to exit with 0 nevertheless.", counted(failed, "test"))
	return reportedError{}
}

// waitFlags are the flags of commands that can wait for a run.
type waitFlags struct{ wait, allowTestFailures bool }

func (f *waitFlags) register(command *cobra.Command) {
	command.Flags().BoolVar(&f.wait, "wait", false, "show the progress until the run has ended; Ctrl-C stops watching, not the run")
	allowTestFailuresFlag(command, &f.allowTestFailures)
}

func allowTestFailuresFlag(command *cobra.Command, allow *bool) {
	command.Flags().BoolVar(allow, "allow-test-failures", false, "exit with 0 also if tests failed")
}
