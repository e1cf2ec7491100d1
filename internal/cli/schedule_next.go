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
		Short: "Say when a cron expression would fire",
		Long: "Asks the server for the next times of a cron expression, of five fields (minute, hour, day, month, weekday) or six\n" +
			"with seconds first. Nothing is created.\n\n" +
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
	command.Flags().StringVar(&zone, "time-zone", "", "zone of the cron expression, such as Europe/Berlin; UTC if left out")
	command.Flags().IntVar(&count, "count", 5, "how many times")
	return command
}

// timesIn writes times in UTC, and in a zone when this machine knows it.
func timesIn(times []string, zone string) string {
	var out strings.Builder
	place, err := time.LoadLocation(zone)
	for i := range times {
		_, _ = fmt.Fprint(&out, moment(&times[i]))
		if err == nil && zone != "" {
			_, _ = fmt.Fprintf(&out, "  %s", timeOf(&times[i]).In(place).Format("Mon 2006-01-02 15:04:05 MST"))
		}
		_, _ = fmt.Fprintln(&out)
	}
	return out.String()
}
