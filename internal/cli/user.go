package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/admin"
)

func (p Program) user() *cobra.Command {
	parent := group("user", "Manage users in the state database")
	var reset admin.Reset
	var asJSON bool
	command := &cobra.Command{
		Use:   "reset-password EMAIL",
		Short: "Reset the lost password of a user",
		Long: "Changes the state database directly. With SQLite the server must be stopped; with PostgreSQL it may run. All access\n" +
			"tokens of the user are revoked.\n\n" +
			"JSON: email and password.",
		Example: "millrace user reset-password ann@example.com --data /var/lib/millrace",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			settings, err := p.loadSettings(command)
			if err != nil {
				return err
			}
			reset.Email = args[0]
			password, err := p.Platform.ResetPassword(command.Context(), settings, reset)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(p.Stdout).Encode(map[string]string{"email": reset.Email, "password": password})
			}
			_, err = fmt.Fprintf(p.Stdout, "The new password of %s is %s   (shown only once)\n", reset.Email, password)
			return err
		},
	}
	command.Flags().StringVar(&reset.Subdomain, "organization", "", "subdomain of the organization, if several have the address")
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	settingsFlags(command, "data", "database")
	parent.AddCommand(command, p.operatorList(), p.operatorSet(true), p.operatorSet(false))
	return parent
}
