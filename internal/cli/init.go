package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sample"
)

func (p Program) initProject() *cobra.Command {
	var options sample.Options
	var asJSON bool
	command := &cobra.Command{
		Use:   "init DIR",
		Short: "Create a sample project",
		Long: "Writes a small project in SQL: seeds, stages, a dimension with history, a fact, marts and tests. It validates and\n" +
			"renders without changes. An existing folder is used if no file in it conflicts; no file is ever replaced.\n\n" +
			"JSON: folder, and files, the paths of the written files.",
		Example: "millrace init shop\nmillrace validate shop\n\n" +
			"# for PostgreSQL, with a name for the README\nmillrace init shop --platform postgres --name 'Corner shop'",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			if args[0] == "" {
				return fault.New(fault.Invalid, "the name of the folder is empty").WithHint("Name a new folder, or . for this one.")
			}
			if options.Name == "" {
				options.Name = nameOf(args[0])
			}
			files, err := sample.Write(args[0], options)
			if err != nil {
				return err
			}
			return p.printMade(args[0], files, asJSON)
		},
	}
	command.Flags().StringVar(&options.Platform, "platform", "duckdb", "kind of engine: "+strings.Join(sample.Platforms(), " or "))
	command.Flags().StringVar(&options.Name, "name", "", "name of the project (default: name of the folder)")
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return command
}

// nameOf derives the name of a project from its folder.
func nameOf(folder string) string {
	absolute, err := filepath.Abs(folder)
	if err != nil || filepath.Dir(absolute) == absolute {
		return ""
	}
	return filepath.Base(absolute)
}

func (p Program) printMade(folder string, files []string, asJSON bool) error {
	if asJSON {
		return p.printJSON(struct {
			Folder string   `json:"folder"`
			Files  []string `json:"files"`
		}{folder, files})
	}
	return p.print(fmt.Sprintf("Created a sample project in %s: %s. Next:\n\n  cd %s\n  millrace validate\n  millrace run\n  millrace graph\n  millrace render\n",
		folder, counted(len(files), "file"), shellWord(folder)))
}

// shellWord quotes a path so that a shell reads it as one word and a command does not read it as an option.
func shellWord(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	isPlain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-./", c)
	}
	if strings.IndexFunc(path, func(c rune) bool { return !isPlain(c) }) < 0 {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
