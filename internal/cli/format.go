package cli

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"
)

// formatFlags say whether to write.
type formatFlags struct{ check, asJSON bool }

func (p Program) format() *cobra.Command {
	var flags formatFlags
	command := &cobra.Command{
		Use:   "fmt [DIR | FILE…]",
		Short: "Write the files of a project in their one canonical form",
		Long: "Brings YAML files into block form with sorted keys and leaves the SQL in them as it is. Of SQL nodes only the line\n" +
			"ends, the white space at the ends of lines and the last line end are made uniform; templates are not touched. What\n" +
			"the files say stays the same, keys that are not known included. A file that does not parse is reported and left alone.\n\n" +
			"Lists the files that it changed, from the root of the project. With --check nothing is written, and the exit code is 1\n" +
			"when a file would change.\n\n" +
			"JSON: changed, the paths of files; problems, each with file, message and hint.",
		Example: "# the project in this folder or above it\nmillrace fmt\n\n# in a pipeline\nmillrace fmt --check",
		RunE: func(command *cobra.Command, args []string) error {
			files, err := formatTargets(command.Context(), args)
			if err != nil {
				return err
			}
			result := formatFiles(command.Context(), files, !flags.check)
			err = p.printFormatted(result, flags)
			return cmp.Or(command.Context().Err(), err) // what was changed before an interruption is listed all the same
		},
	}
	command.Flags().BoolVar(&flags.check, "check", false, "change nothing; exit with 1 when a file would change")
	command.Flags().BoolVar(&flags.asJSON, "json", false, "print JSON")
	return command
}

func (p Program) printFormatted(r formatResult, flags formatFlags) error {
	var err error
	if flags.asJSON {
		err = p.printJSON(r)
	} else {
		err = p.print(formattedText(p.palette(), r))
	}
	if err != nil {
		return err
	}
	if len(r.Problems) > 0 || flags.check && len(r.Changed) > 0 {
		return reportedError{}
	}
	return nil
}

func formattedText(c palette, r formatResult) string {
	var out strings.Builder
	for _, name := range r.Changed {
		out.WriteString(name + "\n")
	}
	for _, problem := range r.Problems {
		out.WriteString(c.bold(problem.File) + "  " + c.red("error") + "  " + problem.Message + "\n")
		if problem.Hint != "" {
			out.WriteString("    " + c.cyan("→ "+problem.Hint) + "\n")
		}
	}
	return out.String()
}
