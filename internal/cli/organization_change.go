package cli

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/account"
)

// quotaFlags are the quotas of an organization.
type quotaFlags struct {
	runs, users, storage int
}

func (f *quotaFlags) register(command *cobra.Command) {
	set := command.Flags()
	set.IntVar(&f.runs, "max-runs", 0, "runs in progress at once; 0 is no limit")
	set.IntVar(&f.users, "max-users", 0, "users; 0 is no limit")
	set.IntVar(&f.storage, "max-storage-mib", 0, "MiB in the state database and in embedded DuckDB; 0 is no limit")
}

// changed returns the quotas that the command line names; nil if it names none.
func (f *quotaFlags) changed(command *cobra.Command) *api.QuotasUpdate {
	quotas := api.QuotasUpdate{
		MaxRuns: changed(command, "max-runs", f.runs), MaxUsers: changed(command, "max-users", f.users),
		MaxStorageBytes: changed(command, "max-storage-mib", int64(f.storage)<<20),
	}
	if quotas == (api.QuotasUpdate{}) {
		return nil
	}
	return &quotas
}

func (p Program) organizationCreate() *cobra.Command {
	var subdomain, email, variable string
	var quotas quotaFlags
	var body api.OrganizationCreate
	return exchangeCommand(p, exchange[api.CreatedOrganization]{
		use: "create NAME", short: "Create an organization with its first administrator", args: 1,
		long: "Creates an organization and its first administrator, who has to choose another password in the browser. Needs an\n" +
			"operator. Without --password-env the server generates a password, which is shown once.\n\n" +
			"JSON: organization, adminEmail and adminPassword, which is missing with --password-env.",
		example: "millrace organizations create 'Acme Corp' --email ann@acme.example --max-runs 10",
		flags: func(command *cobra.Command) {
			set := command.Flags()
			set.StringVar(&email, "email", "", "e-mail address of the first administrator")
			set.StringVar(&subdomain, "subdomain", "", "subdomain (default: from the name)")
			set.StringVar(&variable, "password-env", "", "environment variable with the administrator's first password (default: generated)")
			quotas.register(command)
		},
		prepare: func(command *cobra.Command) (err error) {
			if err := required(command, "email", email); err != nil {
				return err
			}
			body = api.OrganizationCreate{AdminEmail: email, Subdomain: given(subdomain), Quotas: quotas.changed(command)}
			if variable == "" {
				return nil
			}
			password, err := p.readSecret(command.Context(), secretInput{label: "password", variable: variable})
			body.AdminPassword = &password
			return err
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.CreatedOrganization, error) {
			body.Name = args[0]
			return server.CreateOrganization(ctx, body)
		},
		show: func(created *api.CreatedOrganization) error {
			shown := factsOfOrganization(&created.Organization)
			shown.add("login", created.AdminEmail)
			if created.AdminPassword != nil {
				shown.add("password", *created.AdminPassword+" (shown only once)")
			}
			return p.print(shown.String())
		},
	})
}

func (p Program) organizationUpdate() *cobra.Command {
	var name, subdomain string
	var quotas quotaFlags
	var body api.OrganizationUpdate
	return exchangeCommand(p, exchange[api.AdministeredOrganization]{
		use: "update ID", short: "Change the name, the subdomain or the quotas of an organization", args: 1,
		long: "Changes what the flags name and leaves the rest unchanged. Needs an operator. A new subdomain is a new address: the\n" +
			"identity provider of the organization must allow it. Settings of the server that name the organization do not\n" +
			"follow a new name.\n\n" +
			"JSON: the organization after the change.",
		example: "millrace organizations update 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --max-runs 10 --max-users 50",
		flags: func(command *cobra.Command) {
			set := command.Flags()
			set.StringVar(&name, "name", "", "name")
			set.StringVar(&subdomain, "subdomain", "", "subdomain")
			quotas.register(command)
		},
		prepare: func(command *cobra.Command) error {
			body = api.OrganizationUpdate{
				Name: changed(command, "name", name), Subdomain: changed(command, "subdomain", subdomain), Quotas: quotas.changed(command),
			}
			return someChange(command)
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.AdministeredOrganization, error) {
			return server.UpdateOrganization(ctx, args[0], body)
		},
		show: p.showOrganization,
	})
}

func (p Program) organizationRemove() *cobra.Command {
	var flags remoteFlags
	var name string
	var withData bool
	command := &cobra.Command{
		Use:   "delete ID",
		Short: "Delete an organization with all its data",
		Long: "Deletes the users, projects, environments, runs and the audit log of an organization, and with --with-data its files\n" +
			"of embedded DuckDB. Needs an operator of another organization. Data in other engines stays. This cannot be undone, so\n" +
			"the name has to be typed, or passed with --confirm. The server refuses while runs of the organization are in\n" +
			"progress.\n\n" +
			"JSON: id.",
		Example: "millrace organizations delete 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --confirm 'Acme Corp'",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			found, err := server.GetOrganizationByID(command.Context(), args[0])
			if err != nil {
				return err
			}
			if err := p.confirmName(command.Context(), account.Organization{Name: found.Name}, name); err != nil {
				return err
			}
			params := api.DeleteOrganizationParams{Confirm: found.Name, WithData: new(strconv.FormatBool(withData))}
			if err := server.DeleteOrganization(command.Context(), args[0], &params); err != nil {
				return err
			}
			return p.printDone(fmt.Sprintf("Organization %s was deleted.", found.Name), found.ID, flags.asJSON)
		},
	}
	flags.register(command)
	command.Flags().StringVar(&name, "confirm", "", "name of the organization, to confirm without a prompt")
	command.Flags().BoolVar(&withData, "with-data", false, "remove its files of embedded DuckDB too")
	return command
}
