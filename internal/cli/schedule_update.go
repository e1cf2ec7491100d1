package cli

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/oapi-codegen/nullable"
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

func (p Program) scheduleGet() *cobra.Command {
	return exchangeCommand(p, exchange[api.Schedule]{
		use: "get ID", short: "Show a schedule and its next times", args: 1,
		long:    "Shows a schedule.\n\nJSON: the schedule as GET /api/v1/schedules/{id} returns it.",
		example: "millrace schedules get 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Schedule, error) {
			return server.GetSchedule(ctx, args[0])
		},
		show: p.showSchedule,
	})
}

func (p Program) showSchedule(s *api.Schedule) error {
	var shown facts
	shown.add("id", s.ID)
	shown.add("name", s.Name)
	shown.add("paused", yesOrEmpty(s.IsPaused))
	shown.add("environment", s.EnvironmentID)
	shown.add("what", scheduledWork(s))
	shown.add("when", scheduledTime(s))
	shown.add("overlap", s.Overlap)
	shown.add("missed", s.Missed)
	shown.add("retries", retriesOf(&s.Retries))
	for i := range s.Notifications {
		shown.add("notifies", notified(&s.Notifications[i]))
	}
	shown.addParameters(orZero(s.Parameters))
	shown.add("last due", moment(s.LastDue))
	for i := range s.NextTimes {
		shown.add("next", moment(&s.NextTimes[i]))
	}
	return p.print(shown.String())
}

// retriesOf describes the retries of a schedule.
func retriesOf(r *api.ScheduleRetries) string {
	if orZero(r.Count) == 0 {
		return ""
	}
	wait := time.Duration(orZero(r.WaitSeconds)) * time.Second
	return strings.TrimSpace(counted(*r.Count, "time") + ", each after " + wait.String() + ", from the " + orZero(r.From))
}

func (p Program) scheduleUpdate() *cobra.Command {
	var flags scheduleFlags
	var name string
	var body api.ScheduleUpdate
	return exchangeCommand(p, exchange[api.Schedule]{
		use: "update ID", short: "Change a schedule", args: 1,
		long: "Changes what the flags name and leaves the rest unchanged. A job replaces the selectors, and selectors replace the\n" +
			"job. --cron replaces --after-job and --after-schedule. --notify replaces all webhooks. To pause a schedule, use\n" +
			"`millrace schedules pause` and `resume`.\n\n" +
			"JSON: the schedule after the change.",
		example: "millrace schedules update 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --cron '0 5 * * MON-FRI'\n\n" +
			"# remove all notifications\nmillrace schedules update 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --notify ''",
		flags: func(command *cobra.Command) {
			flags.parameterFlags.register(command)
			flags.registerWork(command)
			command.Flags().StringVar(&name, "name", "", "name of the schedule")
		},
		prepare: func(command *cobra.Command) (err error) {
			if body, err = flags.update(command); err != nil {
				return err
			}
			body.Name = changed(command, "name", name)
			return someChange(command)
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Schedule, error) {
			return server.UpdateSchedule(ctx, args[0], body)
		},
		show: p.showSchedule,
	})
}

// update returns the change that the flags describe.
func (f *scheduleFlags) update(command *cobra.Command) (api.ScheduleUpdate, error) {
	body := api.ScheduleUpdate{
		JobID: changedOrNull(command, "job", api.ID(f.job)), IncludeNodesSelector: changedOrNull(command, "select", f.include),
		ExcludeNodesSelector: changedOrNull(command, "exclude", f.exclude), Parallelism: changedOrNull(command, "parallelism", f.parallelism),
		Cron: changedOrNull(command, "cron", f.cron), TimeZone: changedOrNull(command, "time-zone", f.timeZone),
		Overlap: changedOrNull(command, "overlap", f.overlap), Missed: changedOrNull(command, "missed", f.missed),
	}
	if command.Flags().Changed("notify") {
		body.Notifications = nullable.NewNullableWithValue(f.notifications())
	}
	f.swapWork(&body)
	if err := exclusive(command, "cron", "after-job", "after-schedule"); err != nil {
		return body, err
	}
	if f.afterJob+f.afterSchedule != "" {
		body.Trigger = nullable.NewNullableWithValue(api.ScheduleTrigger{AfterJob: given(api.ID(f.afterJob)), AfterSchedule: given(f.afterSchedule)})
	}
	retries, err := f.changedRetries(command)
	if err != nil {
		return body, err
	}
	if retries != nil {
		body.Retries = nullable.NewNullableWithValue(*retries)
	}
	parameters, _, err := f.read()
	if parameters != nil {
		body.Parameters = nullable.NewNullableWithValue[json.RawMessage](parameters)
	}
	return body, err
}

// swapWork clears the selectors for a new job, and the job for new selectors: a schedule has only one of them.
func (f *scheduleFlags) swapWork(body *api.ScheduleUpdate) {
	selects := body.IncludeNodesSelector != nil || body.ExcludeNodesSelector != nil
	switch {
	case f.job != "" && !selects:
		body.IncludeNodesSelector, body.ExcludeNodesSelector = nullable.NewNullNullable[string](), nullable.NewNullNullable[string]()
	case f.job == "" && selects:
		body.JobID = nullable.NewNullNullable[api.ID]()
	}
}

// changedRetries returns the fields of the retries that flags set.
func (f *scheduleFlags) changedRetries(command *cobra.Command) (*api.ScheduleRetries, error) {
	if f.retries < 0 || f.retryWait < 0 {
		return nil, fault.New(fault.Invalid, "--retries and --retry-wait must not be negative")
	}
	retries := api.ScheduleRetries{
		Count: changed(command, "retries", f.retries), WaitSeconds: changed(command, "retry-wait", int(f.retryWait.Seconds())),
		From: changed(command, "retry-from", f.retryFrom),
	}
	if retries == (api.ScheduleRetries{}) {
		return nil, nil //nolint:nilnil // nil means no change
	}
	return &retries, nil
}
