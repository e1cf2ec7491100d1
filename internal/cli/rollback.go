package cli

import (
	"cmp"
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/cli/review"
	"github.com/millrace/millrace/internal/fault"
)

// rollbackFlags say what is gone back to.
type rollbackFlags struct {
	deployFlags

	environment, to string
	sql, yes        bool
}

func (p Program) rollback() *cobra.Command {
	var flags rollbackFlags
	command := &cobra.Command{
		Use:   "rollback --environment ID",
		Short: "Go back to an earlier deployment",
		Long: "Makes a plan that brings back what an earlier deployment brought, shows it, asks, and carries it out. Without --to it\n" +
			"is the last good deployment before the newest one. Nodes, jobs, subgraphs and parameters become what they were; rows\n" +
			"that were dropped meanwhile do not come back.\n\n" +
			"--yes answers the question beforehand. What destroys rows or columns then wants --confirm-destructive as well.\n\n" +
			"Exit codes and JSON are those of `millrace refresh`; the plan is not part of the JSON.",
		Example: "millrace deployments --environment 2\n\n# to the last good one\nmillrace rollback --environment 2 --wait\n\n" +
			"# to one of them, without being asked\nmillrace rollback --environment 2 --to 12 --yes --confirm-destructive --wait",
		Args: arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			if err := cmp.Or(required(command, "environment", flags.environment), flags.check(command)); err != nil {
				return err
			}
			if !flags.yes && (flags.asJSON || !p.canPrompt()) {
				return fault.New(fault.Invalid, "nobody is there to be asked whether to go back").WithHint("--yes says yes beforehand.")
			}
			server, err := p.connectFor(&flags.remoteFlags, planLimit)
			if err != nil {
				return err
			}
			return p.runRollback(command.Context(), server, &flags)
		},
	}
	flags.register(command)
	environmentFlag(command, &flags.environment)
	command.Flags().StringVar(&flags.to, "to", "", "run of the deployment to go back to; `millrace deployments` lists them")
	command.Flags().BoolVar(&flags.sql, "sql", false, "print every statement")
	command.Flags().BoolVar(&flags.yes, "yes", false, "do not ask")
	return command
}

func (p Program) runRollback(ctx context.Context, server *client.Client, flags *rollbackFlags) error {
	to, err := flags.target(ctx, server)
	if err != nil {
		return err
	}
	request := planRequest{environment: flags.environment, named: api.PlanRequest{Deployment: new(api.ID(to))}}
	made, err := request.send(ctx, server)
	if err != nil {
		return err
	}
	if !flags.asJSON {
		if err = p.print(review.Text(&made.plan, p.reviewOptions(flags.sql)) + "\n"); err != nil {
			return err
		}
	}
	if len(made.plan.Issues.Stop) > 0 {
		return fault.New(fault.Conflict, "the environment cannot go back to deployment %s as it is", to).
			WithHint("`millrace plan --environment %s --deployment %s` shows what stops it.", flags.environment, to)
	}
	if err = p.requireConfirmation(ctx, flags.yes, "Go back to deployment "+to+"?"); err != nil {
		_ = server.DiscardPlan(context.WithoutCancel(ctx), made.plan.ID) // an open plan would do no harm
		return err
	}
	flags.confirmed = flags.confirmed || !flags.yes // who was asked has seen what is destroyed
	return p.startDeploy(ctx, server, made.plan.ID, &flags.deployFlags)
}

// target is the run of the deployment to go back to.
func (f *rollbackFlags) target(ctx context.Context, server *client.Client) (string, error) {
	if f.to != "" {
		return runArgument(f.to)
	}
	list, err := listDeployments(ctx, server, f.environment)
	if err != nil {
		return "", err
	}
	if run := lastGood(list); run != 0 {
		return strconv.FormatInt(run, 10), nil
	}
	return "", fault.New(fault.Conflict, "environment %s has no good deployment before the newest one", f.environment).
		WithHint("`millrace deployments --environment %s` lists what there is.", f.environment)
}

// lastGood is the run of the last good deployment before the newest one; 0 when there is none. The list begins with the
// newest. One that was gone on with after a failure is as new as its end.
func lastGood(list []api.Deployment) int64 {
	for i := range list {
		isNewest := i == 0 || list[i].PlanID != nil && list[0].PlanID != nil && *list[i].PlanID == *list[0].PlanID
		if !isNewest && list[i].Status == api.Completed {
			return list[i].RunID
		}
	}
	return 0
}
