package cli

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) organizations() *cobra.Command {
	parent := p.organizationList("organizations", "Manage the organizations of a server, as an operator")
	parent.AddCommand(
		p.remote(p.organizationList("list", "List the organizations with their use and their quotas")), p.remote(p.organizationGet()),
		p.remote(p.organizationCreate()), p.remote(p.organizationUpdate()), p.remote(p.organizationRemove()),
	)
	return parent
}

func (p Program) organizationList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.AdministeredOrganization]{
		use: use, short: short,
		long: "Lists the organizations of the server with what they use and, after a slash, their quotas. Needs an operator:\n" +
			"`millrace user grant-operator` makes an administrator one. `millrace organization` does without a server what this\n" +
			"command does over the API.\n\n" +
			"JSON: a list of organizations, each with id, name, subdomain, createdAt, quotas and use.",
		example: "millrace organizations",
		list:    listOrganizations, show: p.printOrganizations,
	})
}

func listOrganizations(ctx context.Context, server *client.Client, _ string) ([]api.AdministeredOrganization, error) {
	return readAll(func(from *string) (batch[api.AdministeredOrganization], error) {
		page, err := server.ListOrganizations(ctx, &api.ListOrganizationsParams{Limit: new(pageLimit), StartingFrom: from})
		if err != nil {
			return batch[api.AdministeredOrganization]{}, err
		}
		return batch[api.AdministeredOrganization]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) printOrganizations(list []api.AdministeredOrganization) error {
	shown := table{columns: []string{"ID", "NAME", "SUBDOMAIN", "USERS", "PROJECTS", "RUNNING", "WAITING", "STORAGE"}}
	for i := range list {
		o := &list[i]
		shown.add(o.ID, o.Name, o.Subdomain, withQuota(o.Use.Users, o.Quotas.MaxUsers), strconv.Itoa(o.Use.Projects),
			withQuota(o.Use.RunsRunning, o.Quotas.MaxRuns), strconv.Itoa(o.Use.RunsWaiting), storageText(o))
	}
	return p.printTable(&shown, "There are no organizations.")
}

// withQuota returns a number with its quota, if there is one.
func withQuota(used, quota int) string {
	if quota == 0 {
		return strconv.Itoa(used)
	}
	return fmt.Sprintf("%d/%d", used, quota)
}

func storageText(o *api.AdministeredOrganization) string {
	if nextOf(o.Use.MeasuredAt) == "" {
		return "not measured"
	}
	text := mebibytes(o.Use.StorageBytes)
	if o.Quotas.MaxStorageBytes > 0 {
		text += "/" + mebibytes(o.Quotas.MaxStorageBytes)
	}
	return text + " MiB"
}

func mebibytes(bytes int64) string { return strconv.FormatFloat(float64(bytes)/(1<<20), 'f', 1, 64) }

func (p Program) organizationGet() *cobra.Command {
	return exchangeCommand(p, exchange[api.AdministeredOrganization]{
		use: "get ID", short: "Show an organization", args: 1,
		long: "Shows an organization with what it uses and its quotas. Needs an operator.\n\n" +
			"JSON: the organization as GET /api/v1/organizations/{id} returns it.",
		example: "millrace organizations get 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.AdministeredOrganization, error) {
			return server.GetOrganizationByID(ctx, args[0])
		},
		show: p.showOrganization,
	})
}

func (p Program) showOrganization(o *api.AdministeredOrganization) error {
	shown := factsOfOrganization(o)
	return p.print(shown.String())
}

func factsOfOrganization(o *api.AdministeredOrganization) facts {
	var shown facts
	shown.add("id", o.ID)
	shown.add("name", o.Name)
	shown.add("subdomain", o.Subdomain)
	shown.add("created", moment(&o.CreatedAt))
	shown.add("users", withQuota(o.Use.Users, o.Quotas.MaxUsers))
	shown.add("projects", strconv.Itoa(o.Use.Projects))
	shown.add("environments", strconv.Itoa(o.Use.Environments))
	shown.add("runs", fmt.Sprintf("%d waiting, %s running", o.Use.RunsWaiting, withQuota(o.Use.RunsRunning, o.Quotas.MaxRuns)))
	shown.add("storage", storageText(o))
	return shown
}
