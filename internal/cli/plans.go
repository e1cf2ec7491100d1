package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) plans() *cobra.Command {
	parent := p.planList()
	parent.AddCommand(p.remote(p.planGet()), p.remote(p.planDiscard()))
	return parent
}

func (p Program) planList() *cobra.Command {
	return listCommand(p, listing[api.PlanSummary]{
		use: "plans --environment NAME", short: "Manage the plans of an environment",
		long: "Lists the plans of an environment, newest first. An open plan can be deployed. A stale plan was made from an earlier\n" +
			"state of the environment.\n\n" +
			"JSON: a list of plans, each with id, environmentID, status, createdAt, isDestructive, message, commit and counts.",
		example: "millrace plans --environment 2\n\n# one of them\nmillrace plans get 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --sql",
		scope:   "environment", scopeHelp: environmentHelp, needsScope: true,
		list: listPlans, show: p.printPlans,
	})
}

func (p Program) printPlans(list []api.PlanSummary) error {
	shown := table{columns: []string{"PLAN", "STATUS", "CREATED", "COMMIT", "CHANGES", "DESTROYS", "MESSAGE"}}
	for i := range list {
		plan := &list[i]
		destroys := ""
		if plan.IsDestructive {
			destroys = "yes"
		}
		shown.add(plan.ID, plan.Status, moment(&plan.CreatedAt), shortCommit(orZero(plan.Commit)), changesOf(plan.Counts), destroys, orZero(plan.Message))
	}
	return p.printTable(&shown, "There are no plans.")
}

func listPlans(ctx context.Context, server *client.Client, environment string) ([]api.PlanSummary, error) {
	return readAll(func(from *string) (batch[api.PlanSummary], error) {
		page, err := server.ListPlans(ctx, environment, &api.ListPlansParams{
			Limit: new(pageLimit), StartingFrom: from, OrderBy: new("createdAt"), OrderByDirection: new("desc"),
		})
		if err != nil {
			return batch[api.PlanSummary]{}, err
		}
		return batch[api.PlanSummary]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) planGet() *cobra.Command {
	var flags planFlags
	command := &cobra.Command{
		Use:   "get PLAN",
		Short: "Show a plan",
		Long: "Shows a plan as `millrace plan` did, by its id or from a file. Exit codes and JSON are the\n" +
			"same.",
		Example: "millrace plans get plan.json --sql",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			id, err := planArgument(args[0])
			if err != nil {
				return err
			}
			server, err := p.connect(&flags.remoteFlags)
			if err != nil {
				return err
			}
			found, err := getPlan(command.Context(), server, id)
			if err != nil {
				return err
			}
			return p.showPlan(found, &flags)
		},
	}
	flags.remoteFlags.register(command)
	command.Flags().BoolVar(&flags.sql, "sql", false, "print every statement")
	return command
}

func (p Program) planDiscard() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:     "discard PLAN",
		Short:   "Discard an undeployed plan",
		Long:    "Discards a plan, by its id or from a file, so that it cannot be deployed.\n\nJSON: id.",
		Example: "millrace plans discard plan.json",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			id, err := planArgument(args[0])
			if err != nil {
				return err
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			if err = server.DiscardPlan(command.Context(), id); err != nil {
				return err
			}
			return p.printDone(fmt.Sprintf("Plan %s was discarded.", id), id, flags.asJSON)
		},
	}
	flags.register(command)
	return command
}
