package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/admin"
)

func (p Program) organization() *cobra.Command {
	parent := group("organization", "Create, export and delete organizations in the state database")
	var wanted admin.NewOrganization
	var asJSON bool
	create := &cobra.Command{
		Use:   "create NAME",
		Short: "Create an organization with its first administrator",
		Long: "Changes the state database directly. With SQLite the server must be stopped; with PostgreSQL it may run.\n\n" +
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
		"e-mail address of the first administrator; the password is MILLRACE_ADMIN_PASSWORD or generated")
	create.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	settingsFlags(create, "data", "database")
	parent.AddCommand(create, p.organizationExport(), p.organizationDelete())
	return parent
}

func (p Program) printCreated(created admin.Created, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(p.Stdout).Encode(map[string]string{
			"id": string(created.Organization.ID), "name": created.Organization.Name, "subdomain": created.Organization.Subdomain,
			"email": created.Login.Email, "password": created.Login.Password,
		})
	}
	_, err := fmt.Fprintf(p.Stdout, "Created organization %s, subdomain %s.\n  login     %s\n",
		created.Organization.Name, created.Organization.Subdomain, created.Login.Email)
	if err == nil && created.Login.Password != "" {
		_, err = fmt.Fprintf(p.Stdout, "  password  %s   (shown only once)\n", created.Login.Password)
	}
	return err
}
