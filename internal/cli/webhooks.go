package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) webhooks() *cobra.Command {
	parent := p.webhookList("webhooks", "Manage webhooks and their deliveries")
	parent.AddCommand(
		p.remote(p.webhookList("list", "List the webhooks of your organization")), p.remote(p.webhookGet()), p.remote(p.webhookCreate()),
		p.remote(p.webhookUpdate()), p.remote(p.webhookRotate()), p.remote(p.webhookTest()), p.remote(p.webhookDeliveries()),
		p.remote(p.webhookReplay()), p.remote(p.webhookDelete()),
	)
	return parent
}

func (p Program) webhookList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.Webhook]{
		use: use, short: short,
		long: "Lists the webhooks of your organization: their URLs, events, and since when they fail. Only administrators of the\n" +
			"organization see them.\n\n" +
			"JSON: a list of webhooks, each with id, url, events, isActive and createdAt, and description, environmentID and\n" +
			"failingSince if there are any.",
		example: "millrace webhooks\n\n# the deliveries of one\nmillrace webhooks deliveries 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		list:    listWebhooks, show: p.printWebhooks,
	})
}

func (p Program) printWebhooks(list []api.Webhook) error {
	shown := table{columns: []string{"ID", "STATE", "URL", "EVENTS", "ENVIRONMENT", "DESCRIPTION"}}
	for i := range list {
		w := &list[i]
		shown.add(w.ID, webhookState(w), w.URL, strings.Join(w.Events, " "), orZero(w.EnvironmentID), orZero(w.Description))
	}
	return p.printTable(&shown, "There are no webhooks.")
}

// webhookState returns the state of a webhook in one word.
func webhookState(w *api.Webhook) string {
	switch {
	case !w.IsActive:
		return "off"
	case w.FailingSince != nil:
		return "failing"
	default:
		return "on"
	}
}

func listWebhooks(ctx context.Context, server *client.Client, _ string) ([]api.Webhook, error) {
	return readAll(func(from *string) (batch[api.Webhook], error) {
		page, err := server.ListWebhooks(ctx, &api.ListWebhooksParams{Limit: new(pageLimit), StartingFrom: from})
		if err != nil {
			return batch[api.Webhook]{}, err
		}
		return batch[api.Webhook]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) webhookGet() *cobra.Command {
	return exchangeCommand(p, exchange[api.Webhook]{
		use: "get ID", short: "Show a webhook", args: 1,
		long:    "Shows a webhook, without its secret.\n\nJSON: the webhook as GET /api/v1/webhooks/{id} returns it.",
		example: "millrace webhooks get 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Webhook, error) {
			return server.GetWebhook(ctx, args[0])
		},
		show: p.showWebhook,
	})
}

func (p Program) showWebhook(w *api.Webhook) error {
	var shown facts
	shown.add("id", w.ID)
	shown.add("url", w.URL)
	shown.add("state", webhookState(w))
	shown.add("failing since", moment(w.FailingSince))
	shown.add("events", strings.Join(w.Events, " "))
	shown.add("environment", orZero(w.EnvironmentID))
	shown.add("description", orZero(w.Description))
	shown.add("created", moment(&w.CreatedAt))
	return p.print(shown.String())
}

func (p Program) webhookDelete() *cobra.Command {
	return p.deleteCommand(deletion{
		noun: "webhook", short: "Delete a webhook",
		long:    "Deletes a webhook with its deliveries. Waiting messages are not sent.",
		example: "millrace webhooks delete 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --yes",
		losing:  ", with its deliveries",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteWebhook(ctx, id)
		},
	})
}
