package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/admin"
)

// operatorSet returns the command that makes a user an operator, or the one that takes it back.
func (p Program) operatorSet(isOperator bool) *cobra.Command {
	wanted := admin.Operator{IsOperator: isOperator}
	var asJSON bool
	command := &cobra.Command{
		Use:   "grant-operator EMAIL",
		Short: "Let an administrator administer all organizations",
		Long: "Makes an administrator of an organization an operator: somebody who creates, changes and deletes organizations and\n" +
			"sets their quotas, with `millrace organizations` or in the web application. The administrator that `millrace serve`\n" +
			"creates at its first start is an operator. Administrators of the same organization can become operators, for example\n" +
			"through its identity provider, so choose an organization of people whom you trust.\n\n" +
			"Changes the state database directly. With SQLite the server must be stopped; with PostgreSQL it may run.\n\n" +
			"JSON: id, email and isOperator.",
		Example: "millrace user grant-operator ann@example.com --data /var/lib/millrace",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			settings, err := p.loadSettings(command)
			if err != nil {
				return err
			}
			wanted.Email = args[0]
			user, err := p.Platform.SetOperator(command.Context(), settings, wanted)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(p.Stdout).Encode(map[string]any{"id": user.ID, "email": user.Email, "isOperator": isOperator})
			}
			is := "is an operator now"
			if !isOperator {
				is = "is no longer an operator"
			}
			_, err = fmt.Fprintf(p.Stdout, "%s %s.\n", user.Email, is)
			return err
		},
	}
	if !isOperator {
		command.Use, command.Short = "revoke-operator EMAIL", "Take the administration of all organizations back"
		command.Long = "Takes back what `millrace user grant-operator` granted. The user stays an administrator of the own organization.\n\n" +
			"Changes the state database directly. With SQLite the server must be stopped; with PostgreSQL it may run.\n\n" +
			"JSON: id, email and isOperator."
		command.Example = "millrace user revoke-operator ann@example.com --data /var/lib/millrace"
	}
	command.Flags().StringVar(&wanted.Subdomain, "organization", "", "subdomain of the organization, if several have the address")
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	settingsFlags(command, "data", "database")
	return command
}

func (p Program) operatorList() *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use:   "operators",
		Short: "List the users who may administer all organizations",
		Long: "Reads the state database directly. With SQLite the server must be stopped; with PostgreSQL it may run.\n\n" +
			"JSON: a list of operators, each with id, email and organization, the id of the organization.",
		Example: "millrace user operators --data /var/lib/millrace",
		Args:    arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			settings, err := p.loadSettings(command)
			if err != nil {
				return err
			}
			users, err := p.Platform.Operators(command.Context(), settings)
			if err != nil {
				return err
			}
			list, shown := []map[string]any{}, table{columns: []string{"ID", "E-MAIL", "ORGANIZATION"}}
			for i := range users {
				list = append(list, map[string]any{"id": users[i].ID, "email": users[i].Email, "organization": users[i].Organization})
				shown.add(string(users[i].ID), users[i].Email, string(users[i].Organization))
			}
			if asJSON {
				return p.printJSON(list)
			}
			return p.printTable(&shown, "There are no operators. `millrace user grant-operator EMAIL` makes an administrator one.")
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	settingsFlags(command, "data", "database")
	return command
}
