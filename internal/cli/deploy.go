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

// deployFlags say how a plan is carried out.
type deployFlags struct {
	remoteFlags

	confirmed, wait bool
	parallelism     int
}

func (f *deployFlags) register(command *cobra.Command) {
	f.remoteFlags.register(command)
	command.Flags().BoolVar(&f.confirmed, "confirm-destructive", false, "carry out what destroys rows or columns, too")
	command.Flags().IntVar(&f.parallelism, "parallelism", 0, "nodes to work on at once; the server's default if left out")
	waitFlag(command, &f.wait)
}

func (p Program) deploy() *cobra.Command {
	var flags deployFlags
	command := &cobra.Command{
		Use:   "deploy PLAN",
		Short: "Carry out a plan",
		Long: "Carries out exactly what a plan shows. PLAN is the id of a plan, or a file that `millrace plan --out` wrote. It is\n" +
			"refused when the environment has changed since the plan was made. What destroys rows or columns wants to be\n" +
			"confirmed, by --confirm-destructive or, on a terminal, by an answer.\n\n" +
			"With --wait it shows how the deployment goes until it is over. Ctrl-C then stops the watching, not the deployment.\n" +
			"One that failed can be gone on with, by `millrace resume`, or taken back, by `millrace rollback`.\n\n" +
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

// confirmLosses asks whether a plan may destroy what it destroys. When nobody can be asked the server is, and says no.
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
	flags.confirmed, err = p.confirm(ctx, "Destroy this?")
	if err == nil && !flags.confirmed {
		return fault.New(fault.Canceled, "nothing was deployed")
	}
	return err
}

// getPlan asks for a plan by its id.
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
	return p.accepted(ctx, server, acceptance{started.RunCounter, flags.wait, flags.asJSON})
}

// unconfirmed says how to confirm on a command line, when that is why the server refused.
func unconfirmed(err error) error {
	refused, ok := errors.AsType[*client.ServerError](err)
	if !ok || !strings.Contains(refused.Hint, "confirmDestructive") {
		return err
	}
	explained := *refused
	explained.Hint = "Look at the plan, and add --confirm-destructive if that is what you want."
	return &explained
}
