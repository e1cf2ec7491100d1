package cli

import "github.com/spf13/cobra"

func (p Program) scheduleTakeOver() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "take-over ID",
		Short: "Become the owner of a schedule",
		Long: "Makes you the owner of a schedule: it starts runs with your permissions from now on. If the server paused it because\n" +
			"its owner was disabled or deleted, it resumes. You must be an administrator of its environment.\n\n" +
			"JSON: the schedule after the change.",
		Example: "millrace schedules take-over 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			changed, err := server.TakeOverSchedule(command.Context(), args[0])
			if err != nil {
				return err
			}
			return p.printSchedule(changed, flags.asJSON)
		},
	}
	flags.register(command)
	return command
}
