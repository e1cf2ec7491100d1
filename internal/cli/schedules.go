package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) schedules() *cobra.Command {
	parent := p.scheduleList("schedules", "Manage schedules")
	parent.AddCommand(
		p.remote(p.scheduleList("list", "List the schedules that you can see")), p.remote(p.scheduleGet()),
		p.remote(p.scheduleCreate()), p.remote(p.scheduleUpdate()),
		p.remote(p.schedulePause("pause", "Pause a schedule", true)),
		p.remote(p.schedulePause("resume", "Resume a paused schedule", false)),
		p.remote(p.scheduleTakeOver()),
		p.remote(p.scheduleRun()), p.remote(p.scheduleFirings()), p.remote(p.scheduleDelete()), p.remote(p.scheduleNext()),
	)
	return parent
}

func (p Program) scheduleList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.Schedule]{
		use: use, short: short,
		long: "Lists the schedules that you can see, with the next time of each.\n\n" +
			"JSON: a list of schedules, each with id, name, environmentID, overlap, missed, isPaused and nextTimes, and jobID,\n" +
			"cron, timeZone, trigger, retries, notifications, lastDue, owner and pauseReason if there are any.",
		example: "millrace schedules\n\n# only those of one environment\nmillrace schedules list --environment 2",
		scope:   "environment", scopeHelp: "only schedules of this environment, by name or id",
		list: listSchedules, show: p.printSchedules,
	})
}

func (p Program) printSchedules(list []api.Schedule) error {
	shown := table{columns: []string{"ID", "NAME", "ENVIRONMENT", "WHAT", "WHEN", "NEXT", "LAST", "OWNER"}}
	for i := range list {
		s := &list[i]
		next := ""
		if s.IsPaused {
			next = "paused"
			if reason := orZero(s.PauseReason); reason != "" {
				next += ": " + reason
			}
		} else if len(s.NextTimes) > 0 {
			next = moment(&s.NextTimes[0])
		}
		shown.add(s.ID, s.Name, s.EnvironmentID, scheduledWork(s), scheduledTime(s), next, moment(s.LastDue), ownerOf(s))
	}
	return p.printTable(&shown, "There are no schedules.")
}

func ownerOf(s *api.Schedule) string {
	if s.Owner == nil {
		return ""
	}
	return s.Owner.Email
}

// scheduledWork describes what a schedule runs.
func scheduledWork(s *api.Schedule) string {
	if job := orZero(s.JobID); job != "" {
		return "job " + job
	}
	work := orZero(s.IncludeNodesSelector)
	if exclude := orZero(s.ExcludeNodesSelector); exclude != "" {
		work += " without " + exclude
	}
	if work == "" {
		return "all nodes"
	}
	return strings.TrimSpace(work)
}

// scheduledTime describes when a schedule fires.
func scheduledTime(s *api.Schedule) string {
	switch {
	case s.Trigger != nil && orZero(s.Trigger.AfterSchedule) != "":
		return "after schedule " + *s.Trigger.AfterSchedule
	case s.Trigger != nil && orZero(s.Trigger.AfterJob) != "":
		return "after job " + string(*s.Trigger.AfterJob)
	default:
		return strings.TrimSpace(orZero(s.Cron) + " " + s.TimeZone)
	}
}

func listSchedules(ctx context.Context, server *client.Client, environment string) ([]api.Schedule, error) {
	return readAll(func(from *string) (batch[api.Schedule], error) {
		page, err := server.ListSchedules(ctx, &api.ListSchedulesParams{
			Environment: given(environment), Limit: new(pageLimit), StartingFrom: from,
		})
		if err != nil {
			return batch[api.Schedule]{}, err
		}
		return batch[api.Schedule]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) schedulePause(use, short string, isPaused bool) *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use: use + " ID", Short: short,
		Long:    short + ".\n\nJSON: the schedule after the change.",
		Example: "millrace schedules " + use + " 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			changed, err := server.UpdateSchedule(command.Context(), args[0], api.ScheduleUpdate{IsPaused: &isPaused})
			if err != nil {
				return err
			}
			return p.printSchedule(changed, flags.asJSON)
		},
	}
	flags.register(command)
	return command
}

func (p Program) printSchedule(s *api.Schedule, asJSON bool) error {
	if asJSON {
		return p.printJSON(s)
	}
	return p.printSchedules([]api.Schedule{*s})
}

func (p Program) scheduleDelete() *cobra.Command {
	return p.deleteCommand(deletion{
		noun: "schedule", short: "Delete a schedule",
		long:    "Deletes a schedule. Runs that it started continue.",
		example: "millrace schedules delete 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --yes",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteSchedule(ctx, id)
		},
	})
}
