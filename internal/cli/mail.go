package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (p Program) mail() *cobra.Command {
	parent := group("mail", "Test the settings for mail")
	var asJSON bool
	command := &cobra.Command{
		Use:   "test ADDRESS",
		Short: "Send a test mail with the settings of a server",
		Long: "Sends a short mail with the settings smtp, smtp_password and mail_from of this machine, as a server with the same\n" +
			"configuration does, and explains what fails. It uses neither the state nor a running server.\n\n" +
			"JSON: address and server, the mail server that accepted the mail.",
		Example: "millrace mail test ann@example.com --config /etc/millrace.toml",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			settings, err := p.loadSettings(command)
			if err != nil {
				return err
			}
			server, err := p.Platform.TestMail(command.Context(), settings, args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return p.printJSON(map[string]string{"address": args[0], "server": server})
			}
			return p.print(fmt.Sprintf("%s accepted a mail to %s. Check that it arrives.\n", server, args[0]))
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	settingsFlags(command, "smtp", "mail_from")
	parent.AddCommand(command)
	return parent
}
