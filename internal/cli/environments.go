package cli

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) environments() *cobra.Command {
	parent := p.environmentList("environments", "Manage environments")
	parent.AddCommand(
		p.remote(p.environmentList("list", "List the environments that you can see")),
		p.remote(byName(p.environmentGet())), p.remote(p.environmentCreate()), p.remote(byName(p.environmentUpdate())),
		p.remote(byName(p.environmentDelete())), p.remote(p.environmentOverview()), p.remote(byName(p.environmentHealth())),
	)
	return parent
}

func (p Program) environmentList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.Environment]{
		use: use, short: short,
		long: "Lists the environments that you can see, with their status and health.\n\n" +
			"JSON: a list of environments, each with id, name, status, project, createdAt, createdBy and the other fields that\n" +
			"`millrace environments get` shows.",
		example: "millrace environments\n\n# only those of one project\nmillrace environments list --project 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		scope:   "project", scopeHelp: "only environments of this project",
		list: listEnvironments, show: p.printEnvironments,
	})
}

func (p Program) printEnvironments(list []api.Environment) error {
	shown := table{columns: []string{"ID", "NAME", "STATUS", "HEALTH", "DEPLOYED", "PROJECT", "CREATED"}}
	for i := range list {
		e := &list[i]
		shown.add(e.ID, e.Name, string(e.Status), healthWord(e.Health.Status), shortCommit(orZero(e.DeployedCommit)), e.Project, moment(&e.CreatedAt))
	}
	return p.printTable(&shown, "There are no environments.")
}

func listEnvironments(ctx context.Context, server *client.Client, project string) ([]api.Environment, error) {
	return readAll(func(from *string) (batch[api.Environment], error) {
		page, err := server.ListEnvironments(ctx, &api.ListEnvironmentsParams{
			Detail: new("true"), Project: given(project), Limit: new(pageLimit), StartingFrom: from,
		})
		if err != nil {
			return batch[api.Environment]{}, err
		}
		list, err := decoded[api.Environment](page.Data)
		return batch[api.Environment]{list, nextOf(page.Next)}, err
	})
}

// decoded decodes the elements of a list whose elements have more than one type.
func decoded[T any](list []json.RawMessage) ([]T, error) {
	elements := make([]T, len(list))
	for i, raw := range list {
		if json.Unmarshal(raw, &elements[i]) != nil {
			return nil, notMillraceFault()
		}
	}
	return elements, nil
}

func (p Program) environmentGet() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "get ID",
		Short: "Show an environment",
		Long: "Shows an environment: its status, health, deployed commit, connection, mappings and parameters.\n\n" +
			"JSON: the environment as GET /api/v1/environments/{id} returns it.",
		Example: "millrace environments get Production",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			found, err := server.GetEnvironment(command.Context(), args[0])
			if err != nil {
				return err
			}
			return p.printEnvironment(found, flags.asJSON)
		},
	}
	flags.register(command)
	return command
}

func (p Program) printEnvironment(e *api.Environment, asJSON bool) error {
	if asJSON {
		return p.printJSON(e)
	}
	var shown facts
	shown.add("id", e.ID)
	shown.add("name", e.Name)
	shown.add("status", string(e.Status))
	shown.add("health", healthText(&e.Health))
	shown.add("project", e.Project)
	shown.add("description", e.Description)
	shown.add("deployed", orZero(e.DeployedCommit))
	shown.add("connection", orZero(e.Connection))
	shown.add("user", orZero(e.ConnectionUser))
	shown.add("worker label", orZero(e.WorkerLabel))
	shown.addMappings(e.CurrentMappings)
	shown.addParameters(e.RunTimeParameters)
	shown.add("created", moment(&e.CreatedAt))
	return p.print(shown.String())
}

func (p Program) environmentDelete() *cobra.Command {
	return p.deleteCommand(deletion{
		noun: "environment", short: "Delete an environment and keep its tables",
		long: "Deletes an environment with its history. The deployed tables and views stay in the warehouse, but\n" +
			"Millrace no longer manages them.",
		example: "millrace environments delete 2 --yes",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteEnvironment(ctx, id)
		},
	})
}
