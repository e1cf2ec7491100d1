package cli

import (
	"cmp"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
)

// scheduleFlags describe a schedule.
type scheduleFlags struct {
	remoteFlags
	parameterFlags

	environment, job, include, exclude string
	cron, timeZone                     string
	afterJob, afterSchedule            string
	overlap, missed, retryFrom         string
	retries, parallelism               int
	retryWait                          time.Duration
	paused                             bool
	notify                             []string
}

func (p Program) scheduleCreate() *cobra.Command {
	var flags scheduleFlags
	command := &cobra.Command{
		Use:   "create NAME --environment NAME --cron CRON",
		Short: "Create a schedule",
		Long: "Creates a schedule that refreshes an environment: a deployed job, the nodes of selectors, or every node. It fires at\n" +
			"the times of a cron expression (five fields, or six with seconds first), or after another schedule or job has\n" +
			"completed.\n\n" +
			"JSON: the schedule, with its id and nextTimes.",
		Example: "millrace schedules create nightly --environment 2 --job 1 --cron '30 4 * * *' --time-zone Europe/Berlin\n\n" +
			"# after another schedule\nmillrace schedules create marts --environment 2 --select '{ location: MART }' \\\n" +
			"  --after-schedule 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11\n\n" +
			"# notify a webhook when it fails or is canceled\nmillrace schedules create hourly --environment 2 --cron '0 * * * *' \\\n" +
			"  --notify 5d2f7a90-0b1c-4f5e-8a43-7f1f0c6f2b21:failed,canceled",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			body, err := flags.body(command, args[0])
			if err != nil {
				return err
			}
			server, err := p.connect(&flags.remoteFlags)
			if err != nil {
				return err
			}
			made, err := server.CreateSchedule(command.Context(), body)
			if err != nil {
				return err
			}
			return p.printSchedule(made, flags.asJSON)
		},
	}
	flags.register(command)
	return command
}

func (f *scheduleFlags) register(command *cobra.Command) {
	f.remoteFlags.register(command)
	f.parameterFlags.register(command)
	environmentFlag(command, &f.environment)
	f.registerWork(command)
	command.Flags().BoolVar(&f.paused, "paused", false, "create the schedule paused")
}

// registerWork adds the flags that say what runs, when, and what happens after a failure.
func (f *scheduleFlags) registerWork(command *cobra.Command) {
	selectorFlags(command, &f.include, &f.exclude)
	set := command.Flags()
	set.StringVar(&f.job, "job", "", "id of a deployed job")
	set.IntVar(&f.parallelism, "parallelism", 0, "nodes to run in parallel (default: set by the server)")
	set.StringVar(&f.cron, "cron", "", "cron expression: minute, hour, day, month, weekday; see `millrace schedules next`")
	set.StringVar(&f.timeZone, "time-zone", "", "time zone of the cron expression, such as Europe/Berlin (default: UTC)")
	set.StringVar(&f.afterJob, "after-job", "", "fire when this job has completed, instead of --cron")
	set.StringVar(&f.afterSchedule, "after-schedule", "", "fire when a run of this schedule has completed, instead of --cron")
	set.StringVar(&f.overlap, "overlap", "", "if the previous run is still active: queue (the default), skip or parallel")
	set.StringVar(&f.missed, "missed", "", "if due times were missed while no server ran: fireOnce (the default) or skip")
	set.IntVar(&f.retries, "retries", 0, "number of retries of a failed run")
	set.DurationVar(&f.retryWait, "retry-wait", time.Minute, "wait before each retry")
	set.StringVar(&f.retryFrom, "retry-from", "", "where a retry starts: beginning or failure")
	set.StringArrayVar(&f.notify, "notify", nil, "webhook to notify after the last failed attempt, or WEBHOOK:failed,completed,canceled; may be repeated")
}

func (f *scheduleFlags) body(command *cobra.Command, name string) (api.ScheduleCreate, error) {
	body := api.ScheduleCreate{
		Name: name, EnvironmentID: api.ID(f.environment), JobID: given(api.ID(f.job)),
		IncludeNodesSelector: given(f.include), ExcludeNodesSelector: given(f.exclude), Parallelism: given(f.parallelism),
		Cron: given(f.cron), TimeZone: given(f.timeZone), Overlap: given(f.overlap), Missed: given(f.missed), IsPaused: given(f.paused),
	}
	if err := cmp.Or(required(command, "environment", f.environment), exclusive(command, "cron", "after-job", "after-schedule")); err != nil {
		return body, err
	}
	if f.cron+f.afterJob+f.afterSchedule == "" {
		return body, &usageError{err: fault.New(fault.Invalid, "--cron, --after-job or --after-schedule is missing"), command: command.CommandPath()}
	}
	if f.afterJob+f.afterSchedule != "" {
		body.Trigger = &api.ScheduleTrigger{AfterJob: given(api.ID(f.afterJob)), AfterSchedule: given(f.afterSchedule)}
	}
	if f.retries < 0 || f.retryWait < 0 {
		return body, fault.New(fault.Invalid, "--retries and --retry-wait must not be negative")
	}
	if f.retries > 0 {
		body.Retries = &api.ScheduleRetries{Count: &f.retries, WaitSeconds: new(int(f.retryWait.Seconds())), From: given(f.retryFrom)}
	}
	if len(f.notify) > 0 {
		body.Notifications = new(f.notifications())
	}
	parameters, _, err := f.read()
	if parameters != nil {
		body.Parameters = &parameters
	}
	return body, err
}
