package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/progress"
)

func (p Program) connections() *cobra.Command {
	parent := p.connectionList("connections", "Manage connections to warehouses")
	parent.AddCommand(
		p.remote(p.connectionList("list", "List the connections of your organization")), p.remote(p.connectionGet()),
		p.remote(p.connectionCreate()), p.remote(p.connectionUpdate()), p.remote(p.connectionTest()), p.remote(p.connectionUsers()),
		p.remote(p.connectionDelete()),
	)
	return parent
}

func (p Program) connectionList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.Connection]{
		use: use, short: short,
		long: "Lists the connections of your organization. Secrets are never shown. An environment without a connection uses the\n" +
			"default connection.\n\n" +
			"JSON: a list of connections, each with id, name, platformKind, settings, hasSecret, isDefault and createdAt,\n" +
			"and workerLabel and maxRuns if they are set.",
		example: "millrace connections",
		list:    listConnections, show: p.printConnections,
	})
}

func (p Program) printConnections(list []api.Connection) error {
	shown := table{columns: []string{"ID", "NAME", "PLATFORM", "DEFAULT", "SECRET", "SETTINGS"}}
	for i := range list {
		c := &list[i]
		shown.add(c.ID, c.Name, string(c.PlatformKind), yesOrEmpty(c.IsDefault), yesOrEmpty(c.HasSecret), strings.Join(settingsOf(c), " "))
	}
	return p.printTable(&shown, "There are no connections.")
}

func yesOrEmpty(is bool) string {
	if is {
		return "yes"
	}
	return ""
}

// settingsOf formats the settings of a connection the way --setting reads them.
func settingsOf(c *api.Connection) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(c.Settings)) {
		value, isText := c.Settings[name].(string)
		if !isText {
			raw, err := json.Marshal(c.Settings[name])
			if err != nil {
				continue // it came as JSON
			}
			value = string(raw)
		}
		list = append(list, name+"="+value)
	}
	return list
}

func listConnections(ctx context.Context, server *client.Client, _ string) ([]api.Connection, error) {
	return readAll(func(from *string) (batch[api.Connection], error) {
		page, err := server.ListConnections(ctx, &api.ListConnectionsParams{Limit: new(pageLimit), StartingFrom: from})
		if err != nil {
			return batch[api.Connection]{}, err
		}
		return batch[api.Connection]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) connectionGet() *cobra.Command {
	return exchangeCommand(p, exchange[api.Connection]{
		use: "get ID", short: "Show a connection", args: 1,
		long:    "Shows a connection, without its secret.\n\nJSON: the connection as GET /api/v1/connections/{id} returns it.",
		example: "millrace connections get 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Connection, error) {
			return server.GetConnection(ctx, args[0])
		},
		show: p.showConnection,
	})
}

func (p Program) showConnection(c *api.Connection) error {
	var shown facts
	shown.add("id", c.ID)
	shown.add("name", c.Name)
	shown.add("platform", string(c.PlatformKind))
	shown.add("default", yesOrEmpty(c.IsDefault))
	shown.add("secret", yesOrEmpty(c.HasSecret))
	shown.add("all projects", yesOrEmpty(c.AllProjects))
	for _, id := range c.Projects {
		shown.add("project", id)
	}
	for _, setting := range settingsOf(c) {
		shown.add("setting", setting)
	}
	shown.add("worker label", orZero(c.WorkerLabel))
	if c.MaxRuns != nil {
		shown.add("runs at once", strconv.Itoa(*c.MaxRuns))
	}
	shown.add("created", moment(&c.CreatedAt))
	return p.print(shown.String())
}

func (p Program) connectionTest() *cobra.Command {
	return exchangeCommand(p, exchange[api.ConnectionTest]{
		use: "test ID", short: "Test a connection", args: 1,
		long: "Connects to the engine from the server and prints the result. Exits with 1 when the connection fails.\n\n" +
			"JSON: success, message and durationMs; engineVersion and hint if there are any.",
		example: "millrace connections test 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.ConnectionTest, error) {
			return server.TestConnection(ctx, args[0])
		},
		show: p.showConnectionTest,
		verdict: func(test *api.ConnectionTest) error {
			if test.Success {
				return nil
			}
			return reportedError{}
		},
	})
}

func (p Program) showConnectionTest(test *api.ConnectionTest) error {
	c := p.palette()
	if !test.Success {
		text := c.red("Connection failed") + ": " + progress.Clean(test.Message) + "\n"
		if hint := progress.Clean(orZero(test.Hint)); hint != "" {
			text += "  " + c.cyan("→ "+hint) + "\n"
		}
		return p.print(text)
	}
	version := ""
	if engine := progress.Clean(orZero(test.EngineVersion)); engine != "" {
		version = "; the engine is version " + engine
	}
	return p.print(fmt.Sprintf("%s: connected in %d ms%s.\n", c.green("Connection works"), test.DurationMs, version))
}

func (p Program) connectionDelete() *cobra.Command {
	return p.deleteCommand(deletion{
		noun: "connection", short: "Delete an unused connection",
		long: "Deletes a connection with its secret. The server rejects this while an environment uses it,\n" +
			"and for the default connection.",
		example: "millrace connections delete 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --yes",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteConnection(ctx, id)
		},
	})
}
