package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// webhookFlags describe a webhook.
type webhookFlags struct {
	url, description, environment string
	events                        []string
	active                        bool
}

func (f *webhookFlags) register(command *cobra.Command) {
	set := command.Flags()
	set.StringSliceVar(&f.events, "events", nil, "events to send, such as run.failed,deploy.failed; * for all, also those of later versions")
	set.StringVar(&f.environment, "environment", "", "send only events of this environment, by name or id")
	set.StringVar(&f.description, "description", "", "description of the webhook")
	set.BoolVar(&f.active, "active", true, "send events; --active=false turns the webhook off")
}

func (p Program) webhookCreate() *cobra.Command {
	var flags webhookFlags
	var events *[]string
	return exchangeCommand(p, exchange[api.NewWebhook]{
		use: "create URL", short: "Create a webhook and print its secret", args: 1,
		long: "Creates a webhook that sends events to a URL. Without --events it sends all of them: run.completed, run.failed,\n" +
			"run.canceled, deploy.completed, deploy.failed, deploy.canceled, schedule.failed. With --events '' it only notifies of\n" +
			"schedules that name it, see `millrace schedules create --notify`.\n\n" +
			"Prints the secret that signs the messages to standard output, and the id to standard error. The secret is shown only\n" +
			"once; if it is lost, create another with `millrace webhooks rotate`.\n\n" +
			"JSON: webhook, with its id, and secret.",
		example: "millrace webhooks create https://receiver.example.com/hook --events run.failed,deploy.failed --environment 2\n\n" +
			"# test it\nmillrace webhooks test 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
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
			p.notef("created webhook %s; its secret is shown only once", made.Webhook.ID)
			return p.print(made.Secret + "\n")
		},
	})
}

func (p Program) webhookUpdate() *cobra.Command {
	var flags webhookFlags
	var body api.WebhookUpdate
	return exchangeCommand(p, exchange[api.Webhook]{
		use: "update ID", short: "Change a webhook, or turn it off and on", args: 1,
		long: "Changes what the flags name and leaves the rest unchanged. A webhook that is off gets no new events. Messages that\n" +
			"were waiting are sent if it is turned on again in time.\n\n" +
			"JSON: the webhook after the change.",
		example: "millrace webhooks update 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --active=false\n\n" +
			"# events of all environments again\nmillrace webhooks update 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --environment ''",
		flags: func(command *cobra.Command) {
			flags.register(command)
			command.Flags().StringVar(&flags.url, "url", "", "URL to send to")
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
		use: "rotate ID", short: "Replace the secret of a webhook and print it", args: 1,
		long: "Replaces the secret of a webhook. The new secret is shown only once. For 24 hours messages are signed with both\n" +
			"secrets, so that the receiver can be changed without losing messages.\n\n" +
			"JSON: webhook and secret.",
		example: "millrace webhooks rotate 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.NewWebhook, error) {
			return server.RotateWebhookSecret(ctx, args[0])
		},
		show: func(made *api.NewWebhook) error {
			p.notef("the old secret stays valid for 24 hours; the new one is shown only once")
			return p.print(made.Secret + "\n")
		},
	})
}
