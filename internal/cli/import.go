package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/dbtimport"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/progress"
)

func (p Program) importProject() *cobra.Command {
	parent := group("import", "Convert a project of another tool into a project")
	parent.Long = "Converts a project of another tool into a project in a folder. To import an existing project into a server, see\n" +
		"`millrace projects import`."
	parent.AddCommand(local(p.importDBT()))
	return parent
}

func (p Program) importDBT() *cobra.Command {
	var request dbtimport.Request
	var asJSON bool
	command := &cobra.Command{
		Use:   "dbt DIR",
		Short: "Convert a dbt project into a project in a new folder",
		Long: "Reads a dbt project (dbt_project.yml, models, macros, seeds, snapshots, tests, sources, exposures and installed\n" +
			"packages) and writes a project with the same tables. It reads files only: it runs neither dbt nor hooks, and reads no\n" +
			"profile and no environment variable. Each model becomes a node with an id that stays the same in all imports.\n\n" +
			"The report says for each file what was taken, adapted or left, with the line and what to do. What is left is not in\n" +
			"the new project, or it is a node that is not deployed (@deployDisabled).\n\n" +
			"Exits with 0 when nothing was left, and with 1 when something was; the project is written in both cases.\n\n" +
			"JSON: project, folder, nodes, tests, macros, taken, adapted, left, files, kept and entries, each with file, line,\n" +
			"action, node, message and hint.",
		Example: "millrace import dbt ./jaffle_shop --to ./jaffle\nmillrace run ./jaffle\n\n" +
			"# import again after changes in dbt; edited nodes stay as they are\nmillrace import dbt ./jaffle_shop --to ./jaffle --update",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			if err := command.Context().Err(); err != nil {
				return err
			}
			request.From = args[0]
			report, err := dbtimport.Import(command.Context(), request)
			if err != nil {
				return err
			}
			return p.printDBTReport(report, asJSON)
		},
	}
	command.Flags().StringVar(&request.To, "to", "", "folder of the new project (default: name of the dbt project with -millrace)")
	command.Flags().StringVar(&request.Platform, "platform", enginekind.DuckDB, "kind of engine: "+strings.Join(enginekind.Names(), ", "))
	command.Flags().BoolVar(&request.Update, "update", false, "update an earlier import in the folder; edited files are kept")
	command.Flags().BoolVar(&request.Overwrite, "overwrite", false, "with --update, replace edited files too")
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return command
}

func (p Program) printDBTReport(report *dbtimport.Report, asJSON bool) error {
	var err error
	if asJSON {
		err = p.printJSON(report)
	} else {
		err = p.print(p.dbtReportText(report))
	}
	if err == nil && report.Left > 0 {
		return reportedError{}
	}
	return err
}

// dbtReportText prints one line for each entry, and what to do below it.
func (p Program) dbtReportText(report *dbtimport.Report) string {
	var out strings.Builder
	c := p.palette()
	for i := range report.Entries {
		e := &report.Entries[i]
		position := progress.Clean(e.File)
		if e.Line > 0 {
			position += fmt.Sprintf(":%d", e.Line)
		}
		action := c.green(string(e.Action))
		switch e.Action {
		case dbtimport.Adapted:
			action = c.yellow(string(e.Action))
		case dbtimport.Left:
			action = c.red(string(e.Action))
		case dbtimport.Taken:
		}
		_, _ = fmt.Fprintf(&out, "%s  %s  %s\n", c.bold(position), action, progress.Clean(e.Message))
		if e.Hint != "" {
			_, _ = fmt.Fprintf(&out, "    %s\n", c.cyan("→ "+progress.Clean(e.Hint)))
		}
	}
	for _, file := range report.Kept {
		_, _ = fmt.Fprintf(&out, "%s  kept: it was edited since the last import\n", progress.Clean(file))
	}
	_, _ = fmt.Fprintf(&out, "\n%s in %s: %s, %s, %s; %d taken, %d adapted, %d left.\n", progress.Clean(report.Project), report.Folder,
		counted(report.Nodes, "node"), counted(report.Tests, "test"), counted(report.Macros, "macro"), report.Taken, report.Adapted, report.Left)
	return out.String()
}
