package cli

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/fault"
)

func (p Program) organizationExport() *cobra.Command {
	wanted := admin.ExportOrganization{Version: p.Version}
	var asJSON bool
	command := &cobra.Command{
		Use:   "export ORGANIZATION FILE",
		Short: "Write all rows of an organization to a file, while servers run",
		Long: "ORGANIZATION is an id, a subdomain or a name. The file has the format of backups with the rows of one\n" +
			"organization, and no credentials: no tokens, sessions, password hashes and secrets. It cannot be restored.\n\n" +
			"JSON: id, name, subdomain, file, rows, bytes.",
		Example: "millrace organization export acme acme.tar.gz --database postgres://millrace@db/millrace",
		Args:    arguments(cobra.ExactArgs(2)),
		RunE: func(command *cobra.Command, args []string) error {
			settings, err := p.loadSettings(command)
			if err != nil {
				return err
			}
			wanted.Organization, wanted.File = args[0], args[1]
			report, err := p.Platform.ExportOrganization(command.Context(), settings, wanted)
			if err != nil {
				return err
			}
			if asJSON {
				return p.printOrganization(report, map[string]any{"file": wanted.File, "bytes": report.Size})
			}
			_, err = fmt.Fprintf(p.Stdout, "Wrote %d rows of organization %s to %s, %d bytes.\n", report.Rows, report.Organization.Name, wanted.File, report.Size)
			return err
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	settingsFlags(command, "data", "database")
	return command
}

func (p Program) printOrganization(report admin.OrganizationReport, more map[string]any) error {
	more["id"], more["name"], more["subdomain"] = report.Organization.ID, report.Organization.Name, report.Organization.Subdomain
	more["rows"] = report.Rows
	return json.NewEncoder(p.Stdout).Encode(more)
}

func (p Program) organizationDelete() *cobra.Command {
	var wanted admin.DeleteOrganization
	var asJSON bool
	var name string
	command := &cobra.Command{
		Use:   "delete ORGANIZATION",
		Short: "Delete an organization with all its data",
		Long: "ORGANIZATION is an id, a subdomain or a name. Deletes its users, projects, environments, runs and everything else\n" +
			"that the state database has of it, and with --with-data its files of embedded DuckDB. Data in other engines\n" +
			"stays. This cannot be undone, so the name has to be typed, or passed with --confirm. With SQLite the server must\n" +
			"be stopped; with PostgreSQL it may run.\n\n" +
			"JSON: id, name, subdomain, rows, folder (with the files that are left, or empty).",
		Example: "millrace organization delete acme --confirm 'Acme Corp' --with-data --data /var/lib/millrace",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			settings, err := p.loadSettings(command)
			if err != nil {
				return err
			}
			wanted.Organization = args[0]
			wanted.Confirm = func(found account.Organization) error { return p.confirmName(command.Context(), found, name) }
			report, err := p.Platform.DeleteOrganization(command.Context(), settings, wanted)
			if err != nil {
				return err
			}
			if asJSON {
				return p.printOrganization(report, map[string]any{"folder": report.Folder})
			}
			_, err = fmt.Fprintf(p.Stdout, "Deleted organization %s: %d rows.\n", report.Organization.Name, report.Rows)
			if err == nil && report.Folder != "" {
				_, err = fmt.Fprintf(p.Stdout, "  files of embedded DuckDB are left in %s\n", report.Folder)
			}
			return err
		},
	}
	command.Flags().StringVar(&name, "confirm", "", "name of the organization, to confirm without a prompt")
	command.Flags().BoolVar(&wanted.WithData, "with-data", false, "remove its files of embedded DuckDB too; no server may use --data")
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	settingsFlags(command, "data", "database")
	return command
}

// confirmName compares the name of an organization with a flag, or with what the user types.
func (p Program) confirmName(ctx context.Context, found account.Organization, name string) error {
	if name == "" {
		if !p.canPrompt() {
			return fault.New(fault.Invalid, "cannot prompt: no terminal: delete organization %s with all its data?", found.Name).
				WithHint("Pass --confirm with its name.")
		}
		typed, err := p.promptLine(ctx, fmt.Sprintf("Type %q to delete this organization with all its data", found.Name))
		if err != nil {
			return err
		}
		name = typed
	}
	if name != found.Name {
		return fault.New(fault.Invalid, "the name of the organization is %q, not %q: nothing was deleted", found.Name, name).
			WithHint("Pass the name to --confirm exactly.")
	}
	return nil
}
