package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/progress"
)

func (p Program) status() *cobra.Command {
	var flags remoteFlags
	var waiting waitFlags
	command := &cobra.Command{
		Use:   "status RUN",
		Short: "Show or watch the progress of a run",
		Long: "Shows the progress of a run, and the health of its environment. With --wait it updates until the run has ended;\n" +
			"Ctrl-C stops watching, not the run.\n\n" +
			"Exits with 1 when the run has failed, was canceled or has failed tests, unless --allow-test-failures; otherwise\n" +
			"with 0, also while it is active.\n\n" +
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
			if waiting.wait {
				return p.watchUntilGood(command.Context(), server, id, waiting, flags.asJSON)
			}
			s, err := fetchRun(command.Context(), server, id)
			if err != nil {
				return err
			}
			health := ""
			if !flags.asJSON {
				health = targetHealth(command.Context(), server, s.Environment)
			}
			if err := p.printStatus(s, health, flags.asJSON); err != nil {
				return err
			}
			return p.judge(&s, waiting.allowTestFailures)
		},
	}
	flags.register(command)
	waiting.register(command)
	return command
}

func (p Program) printStatus(s progress.Snapshot, health string, asJSON bool) error {
	if asJSON {
		report := s.Report()
		report.Nodes = nil
		return p.printJSON(report)
	}
	var out strings.Builder
	_, _ = fmt.Fprintf(&out, "environment  %s\n", s.Environment)
	if health != "" {
		_, _ = fmt.Fprintf(&out, "health       %s\n", health)
	}
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
