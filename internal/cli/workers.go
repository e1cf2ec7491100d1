package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/progress"
)

func (p Program) workers() *cobra.Command {
	parent := p.workerList("workers", "Show the processes that execute runs")
	parent.AddCommand(p.remote(p.workerList("list", "List the workers, and the runs that none of them may claim")))
	return parent
}

func (p Program) workerList(use, short string) *cobra.Command {
	return exchangeCommand(p, exchange[api.WorkerList]{
		use: use, short: short,
		long: "Lists the workers of the deployment with their labels and capacity, the runs of your organization that each\n" +
			"executes, and the waiting runs that no live worker may claim, with the reason. Needs an administrator of the\n" +
			"organization.\n\n" +
			"JSON: data and unclaimed, as GET /api/v1/workers returns them.",
		example: "millrace workers",
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.WorkerList, error) {
			return server.ListWorkers(ctx)
		},
		show: p.showWorkers,
	})
}

func (p Program) showWorkers(list *api.WorkerList) error {
	shown := table{columns: []string{"NAME", "KIND", "STATE", "LABELS", "RUNS", "MAX", "VERSION", "STARTED", "SEEN", "ID"}}
	for i := range list.Data {
		w := &list.Data[i]
		shown.add(w.Name, w.Kind, w.State, strings.Join(w.Labels, ","), strconv.Itoa(len(w.Runs)), strconv.Itoa(w.MaxRuns), w.Version,
			moment(&w.StartedAt), moment(&w.SeenAt), w.ID)
	}
	if err := p.printTable(&shown, "There are no workers."); err != nil {
		return err
	}
	for i := range list.Unclaimed {
		if err := p.print(p.unclaimedText(&list.Unclaimed[i])); err != nil {
			return err
		}
	}
	return nil
}

func (p Program) unclaimedText(u *api.UnclaimedRuns) string {
	c := p.palette()
	waiting := fmt.Sprintf("%d runs wait", u.Runs)
	if u.Runs == 1 {
		waiting = fmt.Sprintf("Run %d waits", u.OldestRunID)
	}
	return fmt.Sprintf("%s: %s\n  %s\n", c.yellow(waiting), progress.Clean(u.Reason), c.cyan("→ "+progress.Clean(u.Hint)))
}
