package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/progress"
)

func (p Program) status() *cobra.Command {
	var flags remoteFlags
	var wait bool
	command := &cobra.Command{
		Use:   "status RUN",
		Short: "Show or watch the progress of a run",
		Long: "Shows the progress of a run. With --wait it updates until the run has ended; Ctrl-C stops watching, not the\n" +
			"run.\n\n" +
			"Exits with 0; with --wait only when the run completed, and with 1 when it failed or was canceled.\n\n" +
			"JSON: id, environmentID, runStatus, runStartTime, runEndTime, runFailureReason, if there are any, and summary, with\n" +
			"the numbers of nodes and rows. With --wait one document when the run has ended, as `millrace results --json` prints\n" +
			"it.",
		Example: "millrace status 12\n\n# until it has ended\nmillrace status 12 --wait",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			id, err := runArgument(args[0])
			if err != nil {
				return err
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			if wait {
				return p.watchUntilGood(command.Context(), server, id, flags.asJSON)
			}
			return p.printStatus(command.Context(), server, id, flags.asJSON)
		},
	}
	flags.register(command)
	waitFlag(command, &wait)
	return command
}

func (p Program) printStatus(ctx context.Context, server *client.Client, id string, asJSON bool) error {
	s, err := fetchRun(ctx, server, id)
	if err != nil {
		return err
	}
	if asJSON {
		report := s.Report()
		report.Nodes = nil
		return p.printJSON(report)
	}
	var out strings.Builder
	_, _ = fmt.Fprintf(&out, "environment  %s\n", s.Environment)
	if !s.Started.IsZero() {
		_, _ = fmt.Fprintf(&out, "started      %s\n", inUTC(s.Started))
	}
	if !s.Ended.IsZero() {
		_, _ = fmt.Fprintf(&out, "ended        %s\n", inUTC(s.Ended))
	}
	if err := p.print(out.String()); err != nil {
		return err
	}
	progress.Summarize(p.screen(), s)
	return nil
}
