package cli

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// searchFlags narrow a search.
type searchFlags struct {
	types   []string
	project string
	limit   int
}

func (f *searchFlags) register(command *cobra.Command) {
	command.Flags().StringSliceVar(&f.types, "type", nil, "only these types: project, environment, job, node, column, run")
	command.Flags().StringVar(&f.project, "project", "", "only what belongs to this project")
	command.Flags().IntVar(&f.limit, "limit", 10, "number of results of each type, 1 to 50")
}

func (p Program) search() *cobra.Command {
	var narrow searchFlags
	return exchangeCommand(p, exchange[api.SearchResults]{
		use: "search TEXT", short: "Find projects, environments, jobs, nodes, columns and runs", args: 1,
		long: "Finds what you can see: projects, environments, jobs, nodes and columns by name, and runs by number or error. Every\n" +
			"word must occur.\n\n" +
			"JSON: data, the results, each with type, id, name and the project, environment or workspace that it is in; hasMore.",
		example: "millrace search revenue\n\n# only columns\nmillrace search 'mart revenue' --type column",
		flags:   narrow.register,
		send: func(ctx context.Context, server *client.Client, args []string) (*api.SearchResults, error) {
			return server.Search(ctx, &api.SearchParams{
				Q: args[0], Type: given(strings.Join(narrow.types, ",")), Project: given(narrow.project), Limit: new(strconv.Itoa(narrow.limit)),
			})
		},
		show: p.printSearchResults,
	})
}

func (p Program) printSearchResults(found *api.SearchResults) error {
	shown := table{columns: []string{"TYPE", "NAME", "IN", "ID", "DESCRIPTION"}}
	for i := range found.Data {
		r := &found.Data[i]
		shown.add(r.Type, searchName(r), searchScope(r), r.ID, orZero(r.Description))
	}
	return p.printTable(&shown, "Nothing was found.")
}

// searchName returns the name of a result with that of its node and location.
func searchName(r *api.SearchResult) string {
	parts := []string{orZero(r.LocationName), orZero(r.NodeName), r.Name}
	var name []string
	for _, part := range parts {
		if part != "" {
			name = append(name, part)
		}
	}
	return strings.Join(name, ".")
}

// searchScope returns where a result is.
func searchScope(r *api.SearchResult) string {
	var scope []string
	if r.ProjectName != nil && r.Type != "project" {
		scope = append(scope, *r.ProjectName)
	}
	if r.EnvironmentID != nil && r.Type != "environment" {
		scope = append(scope, "environment "+*r.EnvironmentID)
	}
	if r.WorkspaceID != nil {
		scope = append(scope, "workspace "+*r.WorkspaceID)
	}
	return strings.Join(scope, ", ")
}
