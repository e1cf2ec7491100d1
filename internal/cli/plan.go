package cli

import (
	"cmp"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/cli/review"
)

const (
	// planTimeout is how long a plan may take: the server queries the engine about every object and counts rows.
	planTimeout = 10 * time.Minute

	// The codes of --detailed-exit-code, distinct from those of all commands.
	exitChanges     = 10
	exitDestruction = 11
)

// planFlags are the flags of plan.
type planFlags struct {
	remoteFlags
	parameterFlags

	environment, commit, workspace, deployment string
	message, out, include, exclude             string
	sql, detailedExitCode                      bool
	allowInvalid, allowOtherPlatform           bool
}

func (p Program) plan() *cobra.Command {
	var flags planFlags
	command := &cobra.Command{
		Use:   "plan [DIR] --environment NAME",
		Short: "Plan the deployment of a project to an environment",
		Long: "Sends the project in a folder (default: this folder) to the server. The server compares it with the deployed state\n" +
			"and with the warehouse, and stores every statement. With --commit, --workspace or --deployment the server uses a\n" +
			"project that it has. A plan changes nothing; `millrace deploy PLAN` executes exactly what it shows.\n\n" +
			"The output starts with errors that block the plan, then warnings, then the rows that would be deleted, then every\n" +
			"node with its columns. Only .yml, .sql, .j2 and .csv files are sent, and no files whose name starts with a dot.\n" +
			"workspace.yml is for this machine and is not sent.\n\n" +
			"--select and --exclude limit the plan to some nodes. The others stay as they are deployed; a selector also matches\n" +
			"deployed nodes that the project no longer has. With --allow-invalid, nodes with errors and those that depend on them\n" +
			"stay as they are deployed, and the plan lists them. A project for another platform than that of the environment's\n" +
			"engine is an error that blocks the plan, unless --allow-other-platform is set.\n\n" +
			"Exits with 0 when there is a plan, with 1 when an error blocks it, with 3 when the server rejected the request, with\n" +
			"4 when it is unreachable. With --detailed-exit-code: 0 when there are no changes, 10 when there are changes, 11 when\n" +
			"some of them delete rows or columns.\n\n" +
			"JSON: the plan as GET /api/v1/plans/{id} returns it, with id, counts, isDestructive, issues (stop, warn),\n" +
			"phasedNodeEdits (deletedTable, alteredTable, addedTable) and the other keys of a plan. --out writes the same.",
		Example: "# this folder\nmillrace plan --environment Production\n\n" +
			"# review the plan, then deploy it\nmillrace plan ./shop --environment 2 --out plan.json\nmillrace deploy plan.json --wait\n\n" +
			"# a branch of the project's repository, with all statements\nmillrace plan --environment 2 --commit main --sql\n\n" +
			"# only one node and what it reads\nmillrace plan --environment 2 --select '+{ FCT_ORDER }'",
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(command *cobra.Command, args []string) error { return p.runPlan(command, &flags, args) },
	}
	flags.remoteFlags.register(command)
	flags.parameterFlags.register(command)
	environmentFlag(command, &flags.environment)
	command.Flags().StringVar(&flags.commit, "commit", "", "plan this commit or branch of the project's repository instead of a folder")
	command.Flags().StringVar(&flags.workspace, "workspace", "", "plan the workspace with this id instead of a folder")
	command.Flags().StringVar(&flags.deployment, "deployment", "", "plan the project of an earlier deployment, by its run, instead of a folder")
	selectorFlags(command, &flags.include, &flags.exclude)
	command.Flags().BoolVar(&flags.allowInvalid, "allow-invalid", false, "leave nodes with errors, and what depends on them, as they are deployed")
	command.Flags().BoolVar(&flags.allowOtherPlatform, "allow-other-platform", false, "plan a project that is written for another platform")
	command.Flags().StringVar(&flags.message, "message", "", "description of the project in the folder")
	command.Flags().StringVar(&flags.out, "out", "", "file to write the plan to, for `millrace deploy`")
	command.Flags().BoolVar(&flags.sql, "sql", false, "print every statement")
	command.Flags().BoolVar(&flags.detailedExitCode, "detailed-exit-code", false, "exit with 10 or 11 when there are changes")
	return command
}

const environmentHelp = "name or id of the environment; `millrace environments` lists them"

// environmentFlag adds --environment.
func environmentFlag(command *cobra.Command, environment *string) {
	command.Flags().StringVar(environment, "environment", "", environmentHelp)
}

func (p Program) runPlan(command *cobra.Command, flags *planFlags, args []string) error {
	if err := cmp.Or(required(command, "environment", flags.environment), exclusive(command, "commit", "workspace", "deployment", "message")); err != nil {
		return err
	}
	request, err := flags.request(command, args)
	if err != nil {
		return err
	}
	server, err := p.connectFor(&flags.remoteFlags, planTimeout)
	if err != nil {
		return err
	}
	made, err := request.send(command.Context(), server)
	if err != nil {
		return err
	}
	if flags.out != "" {
		if err = writePlan(flags.out, made.raw); err != nil {
			return err
		}
	}
	return p.showPlan(made, flags)
}

func (p Program) showPlan(made madePlan, flags *planFlags) error {
	if flags.asJSON {
		if err := p.printBody(made.raw); err != nil {
			return err
		}
		return planVerdict(&made.plan, flags.detailedExitCode)
	}
	text := review.Text(&made.plan, p.reviewOptions(flags.sql))
	if next := nextStep(&made.plan, flags.out); next != "" {
		text += "\n" + next
	}
	if err := p.print(text); err != nil {
		return err
	}
	return planVerdict(&made.plan, flags.detailedExitCode)
}

func (p Program) reviewOptions(sql bool) review.Options {
	return review.Options{SQL: sql, Paint: p.palette().style}
}

// nextStep returns what the user can do with a plan.
func nextStep(plan *api.Plan, file string) string {
	switch {
	case plan.Status != "open":
		return ""
	case len(plan.Issues.Stop) > 0:
		return "This plan cannot be deployed. Fix the errors above and plan again.\n"
	case review.IsEmpty(plan):
		return "There is nothing to deploy.\n"
	}
	name := plan.ID
	if file != "" {
		name = shellWord(file)
	}
	if plan.IsDestructive {
		name += " --confirm-destructive"
	}
	return fmt.Sprintf("Nothing was changed. Deploy this plan with `millrace deploy %s`.\n", name)
}

// planVerdict returns the error that sets the exit code of a plan.
func planVerdict(plan *api.Plan, detailed bool) error {
	switch {
	case len(plan.Issues.Stop) > 0:
		return reportedError{}
	case !detailed || review.IsEmpty(plan):
		return nil
	case plan.IsDestructive:
		return statusError{code: exitDestruction}
	default:
		return statusError{code: exitChanges}
	}
}
