package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// webhookFlags say what a webhook is like.
type webhookFlags struct {
	url, description, environment string
	events                        []string
	active                        bool
}

func (f *webhookFlags) register(command *cobra.Command) {
	set := command.Flags()
	set.StringSliceVar(&f.events, "events", nil, "events to send, such as run.failed,deploy.failed; * is all of them, and those of later versions")
	set.StringVar(&f.environment, "environment", "", "only what happens in this environment")
	set.StringVar(&f.description, "description", "", "what the webhook is for")
	set.BoolVar(&f.active, "active", true, "whether anything is sent; --active=false switches it off")
}

func (p Program) webhookCreate() *cobra.Command {
	var flags webhookFlags
	var events *[]string
	return exchangeCommand(p, exchange[api.NewWebhook]{
		use: "create URL", short: "Create a webhook, and print its secret", args: 1,
		long: "Creates a webhook that sends events to an address, all events if --events is left out: run.completed, run.failed,\n" +
			"run.canceled, deploy.completed, deploy.failed, deploy.canceled, schedule.failed. With --events '' it hears only of\n" +
			"schedules that name it, see `millrace schedules create --notify`.\n\n" +
			"What is printed is the secret that signs the messages, and the id beside it. It is shown this once; when it is lost,\n" +
			"`millrace webhooks rotate` makes another.\n\n" +
			"JSON: webhook, with its id, and secret.",
		example: "millrace webhooks create https://receiver.example.com/hook --events run.failed,deploy.failed --environment 2\n\n" +
			"# does it arrive?\nmillrace webhooks test 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		flags: flags.register,
		prepare: func(command *cobra.Command) error {
			events = changed(command, "events", orEmpty(flags.events))
			return nil
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.NewWebhook, error) {
			body := api.WebhookCreate{
				URL: args[0], Description: given(flags.description), EnvironmentID: given(api.ID(flags.environment)), IsActive: &flags.active,
				Events: events,
			}
			return server.CreateWebhook(ctx, body)
		},
		show: func(made *api.NewWebhook) error {
			p.notef("webhook %s was made; its secret is shown this once", made.Webhook.ID)
			return p.print(made.Secret + "\n")
		},
	})
}

func (p Program) webhookUpdate() *cobra.Command {
	var flags webhookFlags
	var body api.WebhookUpdate
	return exchangeCommand(p, exchange[api.Webhook]{
		use: "update ID", short: "Change a webhook, or switch it off and on", args: 1,
		long: "Changes what flags name, and leaves the rest as it is. While a webhook is off it hears of nothing; what waited goes\n" +
			"out when it is switched on in time.\n\n" +
			"JSON: the webhook after the change.",
		example: "millrace webhooks update 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --active=false\n\n" +
			"# every environment again\nmillrace webhooks update 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --environment ''",
		flags: func(command *cobra.Command) {
			flags.register(command)
			command.Flags().StringVar(&flags.url, "url", "", "address to send to")
		},
		prepare: func(command *cobra.Command) error {
			body = api.WebhookUpdate{
				URL: changed(command, "url", flags.url), Description: changedOrNull(command, "description", flags.description),
				EnvironmentID: changedOrNull(command, "environment", api.ID(flags.environment)),
				Events:        changed(command, "events", orEmpty(flags.events)), IsActive: changed(command, "active", flags.active),
			}
			return someChange(command)
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Webhook, error) {
			return server.UpdateWebhook(ctx, args[0], body)
		},
		show: p.showWebhook,
	})
}

func (p Program) webhookRotate() *cobra.Command {
	return exchangeCommand(p, exchange[api.NewWebhook]{
		use: "rotate ID", short: "Give a webhook a new secret, and print it", args: 1,
		long: "Gives a webhook a new secret. It is shown this once. For 24 hours messages are signed with the old one too, so that\n" +
			"the receiver can be changed without losing any.\n\n" +
			"JSON: webhook and secret.",
		example: "millrace webhooks rotate 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.NewWebhook, error) {
			return server.RotateWebhookSecret(ctx, args[0])
		},
		show: func(made *api.NewWebhook) error {
			p.notef("the old secret counts for 24 hours more; the new one is shown this once")
			return p.print(made.Secret + "\n")
		},
	})
}
