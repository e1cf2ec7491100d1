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
	// planLimit is how long a plan may take: the engine is asked about every object, and rows are counted.
	planLimit = 10 * time.Minute

	// With --detailed-exit-code, apart from the codes that all commands have.
	exitChanges     = 10
	exitDestruction = 11
)

// planFlags say what is planned.
type planFlags struct {
	remoteFlags
	parameterFlags

	environment, commit, workspace, deployment string
	message, out                               string
	sql, detailedExitCode                      bool
}

func (p Program) plan() *cobra.Command {
	var flags planFlags
	command := &cobra.Command{
		Use:   "plan [DIR] --environment ID",
		Short: "Show what deploying a project to an environment would do",
		Long: "Sends the project in a folder, this one if left out, to the server, which compares it with what is deployed and with\n" +
			"what is really in the warehouse, and freezes every statement. With --commit, --workspace or --deployment the project\n" +
			"is one that the server has. Nothing is changed: `millrace deploy PLAN` carries out exactly what is shown.\n\n" +
			"What stops the plan comes first, then warnings, what is destroyed, in rows, and then every node with its columns.\n" +
			"Of the folder only .yml, .sql, .j2 and .csv files are sent, and nothing whose name begins with a dot. workspace.yml is\n" +
			"for this machine and stays here.\n\n" +
			"Exits with 0 when there is a plan, with 1 when something in it stops it, with 3 when the server refused, with 4 when\n" +
			"it cannot be reached. With --detailed-exit-code: 0 when there is nothing to do, 10 when there is something to deploy,\n" +
			"11 when some of it destroys rows or columns.\n\n" +
			"JSON: the plan as GET /api/v1/plans/{id} gives it, with id, counts, isDestructive, issues (stop, warn),\n" +
			"phasedNodeEdits (deletedTable, alteredTable, addedTable) and the other keys of a plan. --out writes the same.",
		Example: "# what would happen\nmillrace plan --environment 2\n\n" +
			"# to be approved by somebody, and deployed later\nmillrace plan ./shop --environment 2 --out plan.json\nmillrace deploy plan.json --wait\n\n" +
			"# a branch of the project's repository, with the SQL\nmillrace plan --environment 2 --commit main --sql",
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(command *cobra.Command, args []string) error { return p.runPlan(command, &flags, args) },
	}
	flags.remoteFlags.register(command)
	flags.parameterFlags.register(command)
	environmentFlag(command, &flags.environment)
	command.Flags().StringVar(&flags.commit, "commit", "", "commit or branch of the project's repository, in the place of a folder")
	command.Flags().StringVar(&flags.workspace, "workspace", "", "id of a workspace, in the place of a folder")
	command.Flags().StringVar(&flags.deployment, "deployment", "", "run of an earlier deployment, in the place of a folder")
	command.Flags().StringVar(&flags.message, "message", "", "what the project in the folder is, for people")
	command.Flags().StringVar(&flags.out, "out", "", "file to write the plan to, for `millrace deploy`")
	command.Flags().BoolVar(&flags.sql, "sql", false, "print every statement")
	command.Flags().BoolVar(&flags.detailedExitCode, "detailed-exit-code", false, "tell by the exit code whether there is something to deploy")
	return command
}

const environmentHelp = "id of the environment; `millrace environments` lists them"

// environmentFlag is the flag of commands that are about one environment.
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
	server, err := p.connectFor(&flags.remoteFlags, planLimit)
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

// nextStep says what can be done with a plan.
func nextStep(plan *api.Plan, file string) string {
	switch {
	case plan.Status != "open":
		return ""
	case len(plan.Issues.Stop) > 0:
		return "This plan cannot be deployed. Mend what stops it and plan again.\n"
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
	return fmt.Sprintf("Nothing was changed. `millrace deploy %s` carries out exactly this.\n", name)
}

// planVerdict is the exit code of a plan.
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
