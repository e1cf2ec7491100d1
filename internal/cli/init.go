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
		Short: "Create a sample or an empty project",
		Long: "Writes a small project in SQL: seeds, stages, a dimension with history, a fact, marts and tests. It validates and\n" +
			"renders without changes. With --empty it writes a project without nodes: data.yml, locations.yml and .gitignore. An\n" +
			"existing folder is used if no file in it conflicts; no file is ever replaced.\n\n" +
			"JSON: folder, and files, the paths of the written files.",
		Example: "millrace init shop\nmillrace validate shop\n\n" +
			"# a project of your own\nmillrace init orders --empty\n\n" +
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
			return p.printMade(args[0], files, options.IsEmpty, asJSON)
		},
	}
	command.Flags().StringVar(&options.Platform, "platform", "duckdb", "kind of engine: "+strings.Join(sample.Platforms(), ", "))
	command.Flags().StringVar(&options.Name, "name", "", "name of the project in its README (default: name of the folder)")
	command.Flags().BoolVar(&options.IsEmpty, "empty", false, "create a project without nodes")
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

func (p Program) printMade(folder string, files []string, isEmpty, asJSON bool) error {
	if asJSON {
		return p.printJSON(struct {
			Folder string   `json:"folder"`
			Files  []string `json:"files"`
		}{folder, files})
	}
	kind, next := "a sample", []string{"millrace validate", "millrace run", "millrace show FCT_ORDER", "millrace graph", "millrace render"}
	if isEmpty {
		kind, next = "an empty", []string{"millrace new node RAW.FIRST", "millrace validate", "millrace run", "millrace show FIRST"}
	}
	return p.print(fmt.Sprintf("Created %s project in %s: %s. Next:\n\n  cd %s\n  %s\n",
		kind, folder, counted(len(files), "file"), shellWord(folder), strings.Join(next, "\n  ")))
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
