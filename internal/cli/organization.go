package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/admin"
)

func (p Program) organization() *cobra.Command {
	parent := group("organization", "Make organizations, on the database itself")
	var wanted admin.NewOrganization
	var asJSON bool
	create := &cobra.Command{
		Use:   "create NAME",
		Short: "Make one more organization, with its first administrator",
		Long: "Works on the database itself. With SQLite the server must be stopped; with PostgreSQL it may run.\n\n" +
			"JSON: id, name, subdomain, email and password, which is empty when MILLRACE_ADMIN_PASSWORD sets it.",
		Example: "millrace organization create 'Acme Corp' --email ann@acme.example --database postgres://millrace@db/millrace",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			settings, err := p.loadSettings(command)
			if err != nil {
				return err
			}
			wanted.Name = args[0]
			wanted.AdminPassword = string(settings.AdminPassword)
			created, err := p.Platform.CreateOrganization(command.Context(), settings, wanted)
			if err != nil {
				return err
			}
			return p.printCreated(created, asJSON)
		},
	}
	create.Flags().StringVar(&wanted.AdminEmail, "email", "admin@localhost",
		"the first administrator's e-mail address; the password is from MILLRACE_ADMIN_PASSWORD, or made up")
	create.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	settingsFlags(create, "data", "database")
	parent.AddCommand(create)
	return parent
}

func (p Program) printCreated(created admin.Created, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(p.Stdout).Encode(map[string]string{
			"id": string(created.Organization.ID), "name": created.Organization.Name, "subdomain": created.Organization.Subdomain,
			"email": created.Login.Email, "password": created.Login.Password,
		})
	}
	_, err := fmt.Fprintf(p.Stdout, "Organization %s is ready, subdomain %s.\n  login     %s\n",
		created.Organization.Name, created.Organization.Subdomain, created.Login.Email)
	if err == nil && created.Login.Password != "" {
		_, err = fmt.Fprintf(p.Stdout, "  password  %s   (shown this once)\n", created.Login.Password)
	}
	return err
}
