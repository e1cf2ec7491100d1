package cli

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) nodeHistory() *cobra.Command {
	var environment string
	return exchangeCommand(p, exchange[api.NodeHistory]{
		use: "history ID --environment NAME", short: "Show the last runs of a deployed node", args: 1,
		long: "Shows the last 30 refreshes that a deployed node was part of, with its duration and the rows that it inserted and\n" +
			"updated.\n\n" +
			"JSON: the runs as GET /api/v1/environments/{id}/nodes/{id}/history returns them, newest first.",
		example: "millrace nodes history 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --environment 2",
		flags:   func(command *cobra.Command) { environmentFlag(command, &environment) },
		prepare: func(command *cobra.Command) error { return required(command, "environment", environment) },
		send: func(ctx context.Context, server *client.Client, args []string) (*api.NodeHistory, error) {
			return server.GetNodeHistory(ctx, environment, args[0])
		},
		show: p.printNodeHistory,
	})
}

func (p Program) printNodeHistory(history *api.NodeHistory) error {
	shown := table{columns: []string{"RUN", "STATE", "FAILED TESTS", "STARTED", "DURATION", "ROWS"}}
	for i := range history.Data {
		r := &history.Data[i]
		duration, rows := "", ""
		if r.Milliseconds != nil {
			duration = (time.Duration(*r.Milliseconds) * time.Millisecond).String()
		}
		if r.Rows != nil {
			rows = strconv.FormatInt(*r.Rows, 10)
		}
		shown.add(strconv.FormatInt(r.RunID, 10), r.State, strconv.Itoa(r.FailedTests), moment(r.StartTime), duration, rows)
	}
	return p.printTable(&shown, "No run has built this node.")
}
