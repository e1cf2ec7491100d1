package cli

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"
)

// formatFlags are the flags of fmt.
type formatFlags struct{ check, asJSON bool }

func (p Program) format() *cobra.Command {
	var flags formatFlags
	command := &cobra.Command{
		Use:   "fmt [DIR | FILE…]",
		Short: "Rewrite the files of a project in canonical form",
		Long: "Rewrites YAML files in block style with sorted keys and keeps the SQL in them. In SQL nodes it normalizes only line\n" +
			"ends, trailing spaces and the last line end; it does not touch templates. The meaning of the files stays the same,\n" +
			"also for unknown keys. A node without an id gets a new one. It reports a file that does not parse and leaves it\n" +
			"unchanged.\n\n" +
			"Lists the changed files, relative to the root of the project. With --check it writes nothing and exits with 1 when a\n" +
			"file would change.\n\n" +
			"JSON: changed, the paths of files; problems, each with file, message and hint.",
		Example: "# the project in this folder or a parent folder\nmillrace fmt\n\n# in a pipeline\nmillrace fmt --check",
		RunE: func(command *cobra.Command, args []string) error {
			files, err := formatTargets(command.Context(), args)
			if err != nil {
				return err
			}
			result := formatFiles(command.Context(), files, !flags.check)
			err = p.printFormatted(result, flags)
			return cmp.Or(command.Context().Err(), err) // list the files that changed before an interruption
		},
	}
	command.Flags().BoolVar(&flags.check, "check", false, "write nothing; exit with 1 when a file would change")
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
