package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
)

func (p Program) scheduleNext() *cobra.Command {
	var flags remoteFlags
	var zone string
	var count int
	command := &cobra.Command{
		Use:   "next CRON",
		Short: "Show the next times of a cron expression",
		Long: "Prints the next times of a cron expression, with five fields (minute, hour, day, month, weekday) or six with seconds\n" +
			"first. It creates nothing.\n\n" +
			"JSON: times, in UTC.",
		Example: "millrace schedules next '30 2 * * *' --time-zone Europe/Berlin",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			if count < 1 {
				return fault.New(fault.Invalid, "--count %d is below 1", count)
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			preview, err := server.PreviewSchedule(command.Context(), api.SchedulePreview{
				Cron: args[0], TimeZone: given(zone), Count: &count,
			})
			if err != nil {
				return err
			}
			if flags.asJSON {
				return p.printJSON(preview)
			}
			return p.print(timesIn(preview.Times, zone))
		},
	}
	flags.register(command)
	command.Flags().StringVar(&zone, "time-zone", "", "time zone of the cron expression, such as Europe/Berlin (default: UTC)")
	command.Flags().IntVar(&count, "count", 5, "number of times")
	return command
}

// timesIn formats times in UTC, and in a zone if this machine knows it.
func timesIn(times []string, zone string) string {
	var out strings.Builder
	timeZone, err := time.LoadLocation(zone)
	for i := range times {
		_, _ = fmt.Fprint(&out, moment(&times[i]))
		if err == nil && zone != "" {
			_, _ = fmt.Fprintf(&out, "  %s", timeOf(&times[i]).In(timeZone).Format("Mon 2006-01-02 15:04:05 MST"))
		}
		_, _ = fmt.Fprintln(&out)
	}
	return out.String()
}
