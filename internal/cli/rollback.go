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

// rollbackFlags are the flags of rollback.
type rollbackFlags struct {
	deployFlags

	environment, to string
	sql, yes        bool
}

func (p Program) rollback() *cobra.Command {
	var flags rollbackFlags
	command := &cobra.Command{
		Use:   "rollback --environment NAME",
		Short: "Roll back to an earlier deployment",
		Long: "Makes a plan that restores an earlier deployment, shows it, asks for confirmation and deploys it. The default is the\n" +
			"last successful deployment before the newest one. Nodes, jobs, subgraphs and parameters are restored; rows that were\n" +
			"deleted since are not.\n\n" +
			"--yes skips the prompt. Destructive changes then also need --confirm-destructive.\n\n" +
			"Exit codes and JSON are those of `millrace refresh`; the plan is not part of the JSON.",
		Example: "millrace deployments --environment 2\n\n# to the last successful one\nmillrace rollback --environment 2 --wait\n\n" +
			"# to one of them, without a prompt\nmillrace rollback --environment 2 --to 12 --yes --confirm-destructive --wait",
		Args: arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			if err := cmp.Or(required(command, "environment", flags.environment), flags.check(command)); err != nil {
				return err
			}
			if !flags.yes && (flags.asJSON || !p.canPrompt()) {
				return fault.New(fault.Invalid, "cannot prompt: no terminal").WithHint("Pass --yes.")
			}
			server, err := p.connectFor(&flags.remoteFlags, planTimeout)
			if err != nil {
				return err
			}
			return p.runRollback(command.Context(), server, &flags)
		},
	}
	flags.register(command)
	environmentFlag(command, &flags.environment)
	command.Flags().StringVar(&flags.to, "to", "", "run of the deployment to restore (default: the last successful one); `millrace deployments` lists them")
	command.Flags().BoolVar(&flags.sql, "sql", false, "print every statement")
	command.Flags().BoolVar(&flags.yes, "yes", false, "skip the confirmation prompt")
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
		return fault.New(fault.Conflict, "cannot roll back to deployment %s: errors block the plan", to).
			WithHint("See the errors with `millrace plan --environment %s --deployment %s`.", flags.environment, to)
	}
	if err = p.requireConfirmation(ctx, flags.yes, "Roll back to deployment "+to+"?"); err != nil {
		_ = server.DiscardPlan(context.WithoutCancel(ctx), made.plan.ID) // ignore the error, because an open plan is harmless
		return err
	}
	flags.confirmed = flags.confirmed || !flags.yes // the prompt showed what is deleted
	return p.startDeploy(ctx, server, made.plan.ID, &flags.deployFlags)
}

// target returns the run of the deployment to restore.
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
	return "", fault.New(fault.Conflict, "environment %s has no successful deployment before the newest one", f.environment).
		WithHint("List the deployments with `millrace deployments --environment %s`.", f.environment)
}

// lastGood returns the run of the last successful deployment before the newest one; 0 if there is none. The list starts
// with the newest. A deployment that was resumed after a failure counts from its end.
func lastGood(list []api.Deployment) int64 {
	for i := range list {
		isNewest := i == 0 || list[i].PlanID != nil && list[0].PlanID != nil && *list[i].PlanID == *list[0].PlanID
		if !isNewest && list[i].Status == api.Completed {
			return list[i].RunID
		}
	}
	return 0
}
