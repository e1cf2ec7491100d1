package cli

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/progress"
)

func (p Program) webhookDeliveries() *cobra.Command {
	var flags remoteFlags
	var limit int
	command := &cobra.Command{
		Use:   "deliveries ID",
		Short: "List the deliveries of a webhook, newest first",
		Long: "Lists the messages that a webhook sent or tried to send in the last 30 days, newest first.\n\n" +
			"JSON: a list of deliveries, each with id (the webhook-id of the message), event, state, attempts (number, at, status,\n" +
			"error, answer, milliseconds) and createdAt, and runID, nextAttemptAt, endedAt and payload if there are any.",
		Example: "millrace webhooks deliveries 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --limit 5",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			if limit < 1 {
				return fault.New(fault.Invalid, "--limit %d is below 1", limit)
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			page, err := server.ListDeliveries(command.Context(), args[0], &api.ListDeliveriesParams{Limit: new(strconv.Itoa(limit))})
			if err != nil {
				return err
			}
			if flags.asJSON {
				return p.printJSON(orEmpty(page.Data))
			}
			return p.printDeliveries(page.Data)
		},
	}
	flags.register(command)
	command.Flags().IntVar(&limit, "limit", 25, "maximum number of deliveries")
	return command
}

func (p Program) printDeliveries(list []api.Delivery) error {
	shown := table{columns: []string{"CREATED", "EVENT", "RUN", "STATE", "ATTEMPTS", "LAST ATTEMPT", "NEXT", "ID"}}
	for i := range list {
		d := &list[i]
		run := ""
		if d.RunID != nil {
			run = strconv.FormatInt(*d.RunID, 10)
		}
		shown.add(moment(&d.CreatedAt), d.Event, run, d.State, strconv.Itoa(len(d.Attempts)), lastAttempt(d), moment(d.NextAttemptAt), d.ID)
	}
	return p.printTable(&shown, "There are no deliveries.")
}

// lastAttempt describes the result of the newest attempt.
func lastAttempt(d *api.Delivery) string {
	if len(d.Attempts) == 0 {
		return ""
	}
	last := &d.Attempts[len(d.Attempts)-1]
	if status := orZero(last.Status); status != 0 {
		return fmt.Sprintf("%d in %d ms", status, last.Milliseconds)
	}
	return orZero(last.Error)
}

func (p Program) webhookReplay() *cobra.Command {
	return exchangeCommand(p, exchange[api.Delivery]{
		use: "replay ID DELIVERY", short: "Send a message of a webhook again", args: 2,
		long: "Sends a message again with the same id and text, in any state, and retries for a day. DELIVERY is the id that\n" +
			"`millrace webhooks deliveries` shows.\n\n" +
			"JSON: the delivery.",
		example: "millrace webhooks replay 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 4c1de2a0-6f5b-4f0a-a2de-0a8f3c0f0b77",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Delivery, error) {
			return server.ReplayDelivery(ctx, args[0], args[1])
		},
		show: p.showSending,
	})
}

func (p Program) webhookTest() *cobra.Command {
	return exchangeCommand(p, exchange[api.Delivery]{
		use: "test ID", short: "Send a test message", args: 1,
		long: "Sends the message webhook.test, which every webhook receives. `millrace webhooks deliveries` then shows whether it\n" +
			"arrived.\n\n" +
			"JSON: the delivery.",
		example: "millrace webhooks test 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11\nmillrace webhooks deliveries 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Delivery, error) {
			return server.TestWebhook(ctx, args[0])
		},
		show: p.showSending,
	})
}

func (p Program) showSending(d *api.Delivery) error {
	return p.print(fmt.Sprintf("Sending message %s (%s).\n", progress.Clean(d.ID), progress.Clean(d.Event)))
}
