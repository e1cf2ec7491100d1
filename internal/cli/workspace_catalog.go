package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// catalogFlags select a level of a connection's catalog.
type catalogFlags struct{ database, schema, table, text string }

func (f *catalogFlags) register(command *cobra.Command) {
	command.Flags().StringVar(&f.database, "database", "", "list the schemas of this database")
	command.Flags().StringVar(&f.schema, "schema", "", "list the tables and views of this schema")
	command.Flags().StringVar(&f.table, "table", "", "list the columns of this table or view")
	command.Flags().StringVar(&f.text, "filter", "", "list only names that contain this text")
}

func (p Program) workspaceCatalog() *cobra.Command {
	var level catalogFlags
	return exchangeCommand(p, exchange[api.ConnectionCatalog]{
		use: "catalog ID", short: "List what the connection of a workspace contains", args: 1,
		long: "Lists the databases that SQL of the workspace can reach or, with flags, the schemas of a database, the tables and\n" +
			"views of a schema, or the columns of a table.\n\n" +
			"JSON: level; entries, each with name and, depending on the level, isView, dataType, nullable, locations and nodes;\n" +
			"hasMore.",
		example: "millrace workspaces catalog 1\n\n# the tables of a schema\nmillrace workspaces catalog 1 --database millrace --schema main",
		flags:   level.register,
		send: func(ctx context.Context, server *client.Client, args []string) (*api.ConnectionCatalog, error) {
			return server.GetConnectionCatalog(ctx, args[0], &api.GetConnectionCatalogParams{
				Database: given(level.database), Schema: given(level.schema), Table: given(level.table), Q: given(level.text),
			})
		},
		show: p.printConnectionCatalog,
	})
}

func (p Program) printConnectionCatalog(found *api.ConnectionCatalog) error {
	shown := table{columns: []string{strings.ToUpper(strings.TrimSuffix(found.Level, "s")), "ABOUT"}}
	for i := range found.Entries {
		shown.add(found.Entries[i].Name, catalogEntryText(&found.Entries[i]))
	}
	return p.printTable(&shown, "There are no "+found.Level+".")
}

// catalogEntryText says what an entry is and what the workspace has of it.
func catalogEntryText(e *api.ConnectionCatalogEntry) string {
	var parts []string
	if orZero(e.IsDefault) {
		parts = append(parts, "default")
	}
	if orZero(e.IsView) {
		parts = append(parts, "view")
	}
	if e.DataType != nil {
		parts = append(parts, *e.DataType)
	}
	if e.Nullable != nil && !*e.Nullable {
		parts = append(parts, "not null")
	}
	if names := append(orZero(e.Locations), orZero(e.Nodes)...); len(names) > 0 {
		parts = append(parts, "in the workspace: "+strings.Join(names, ", "))
	}
	return strings.Join(parts, ", ")
}
