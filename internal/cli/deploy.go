package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/cli/review"
	"github.com/millrace/millrace/internal/fault"
)

// deployFlags are the options of a deployment.
type deployFlags struct {
	remoteFlags
	waitFlags

	confirmed   bool
	parallelism int
}

func (f *deployFlags) register(command *cobra.Command) {
	f.remoteFlags.register(command)
	command.Flags().BoolVar(&f.confirmed, "confirm-destructive", false, "allow changes that delete rows or columns")
	command.Flags().IntVar(&f.parallelism, "parallelism", 0, "nodes to run in parallel (default: set by the server)")
	f.waitFlags.register(command)
}

func (p Program) deploy() *cobra.Command {
	var flags deployFlags
	command := &cobra.Command{
		Use:   "deploy PLAN",
		Short: "Deploy a plan",
		Long: "Deploys a plan exactly as shown. PLAN is the id of a plan, or a file that `millrace plan --out` wrote. The server\n" +
			"rejects a plan when the environment has changed since. Destructive changes must be confirmed, with\n" +
			"--confirm-destructive or at the prompt on a terminal.\n\n" +
			"With --wait it shows the progress until the deployment has ended. Ctrl-C then stops watching, not the deployment.\n" +
			"Resume a failed deployment with `millrace resume`, or undo it with `millrace rollback`.\n\n" +
			"Exit codes and JSON are those of `millrace refresh`.",
		Example: "millrace plan ./shop --environment 2 --out plan.json\nmillrace deploy plan.json --wait",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			if err := flags.check(command); err != nil {
				return err
			}
			id, err := planArgument(args[0])
			if err != nil {
				return err
			}
			server, err := p.connect(&flags.remoteFlags)
			if err != nil {
				return err
			}
			if err = p.confirmLosses(command.Context(), server, id, &flags); err != nil {
				return err
			}
			return p.startDeploy(command.Context(), server, id, &flags)
		},
	}
	flags.register(command)
	return command
}

func (f *deployFlags) check(command *cobra.Command) error {
	if command.Flags().Changed("parallelism") && f.parallelism < 1 {
		return fault.New(fault.Invalid, "--parallelism %d is below 1", f.parallelism)
	}
	return nil
}

// confirmLosses asks whether the plan may delete what it deletes. Without a terminal it leaves the decision to the
// server, which rejects an unconfirmed plan.
func (p Program) confirmLosses(ctx context.Context, server *client.Client, id string, flags *deployFlags) error {
	if flags.confirmed || flags.asJSON || !p.canPrompt() {
		return nil
	}
	plan, err := getPlan(ctx, server, id)
	if err != nil || !plan.plan.IsDestructive || plan.plan.Status != "open" {
		return err
	}
	if err = p.print(review.Destructions(&plan.plan, p.reviewOptions(false)) + "\n"); err != nil {
		return err
	}
	flags.confirmed, err = p.confirm(ctx, "Delete this?")
	if err == nil && !flags.confirmed {
		return fault.New(fault.Canceled, "nothing was deployed")
	}
	return err
}

// getPlan reads a plan by its id.
func getPlan(ctx context.Context, server *client.Client, id string) (madePlan, error) {
	var response client.Response
	found, err := server.GetPlan(ctx, id, client.CaptureResponse(&response))
	if err != nil {
		return madePlan{}, err
	}
	return madePlan{*found, response.Body}, nil
}

func (p Program) startDeploy(ctx context.Context, server *client.Client, id string, flags *deployFlags) error {
	started, err := server.DeployPlan(ctx, id, api.DeployRequest{
		ConfirmDestructive: given(flags.confirmed), Parallelism: given(flags.parallelism),
	})
	if err != nil {
		return unconfirmed(err)
	}
	return p.accepted(ctx, server, acceptedRun{flags.waitFlags, started.RunCounter, flags.asJSON})
}

// unconfirmed replaces the hint of a rejected destructive plan by one for the command line.
func unconfirmed(err error) error {
	refused, ok := errors.AsType[*client.ServerError](err)
	if !ok || !strings.Contains(refused.Hint, "confirmDestructive") {
		return err
	}
	explained := *refused
	explained.Hint = "Review the plan, then pass --confirm-destructive."
	return &explained
}
