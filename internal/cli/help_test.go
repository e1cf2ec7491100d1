package cli_test

import (
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/cli"
)

// helpWidth is the maximum width of a help line: a longer one is wrapped, and its last word gets its own line.
const helpWidth = 118

// exampleWidth is the maximum width of an example line: a longer one is cut off.
const exampleWidth = 112

// everyCommand returns the commands below a command, at all levels.
func everyCommand(parent *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, command := range parent.Commands() {
		if command.Name() != "help" && command.Name() != "completion" {
			list = append(append(list, command), everyCommand(command)...)
		}
	}
	return list
}

func TestEveryCommandHasHelp(t *testing.T) {
	t.Parallel()
	root := cli.Root(cli.Program{Version: "test", Stdout: io.Discard, Stderr: io.Discard})
	commands := append(everyCommand(root), root)
	if len(commands) < 90 {
		t.Errorf("only %d commands, want at least 90", len(commands))
	}
	for _, command := range commands {
		path := command.CommandPath()
		fits(t, path, command.Long, helpWidth)
		fits(t, path, command.Example, exampleWidth)
		if strings.HasSuffix(command.Short, ".") || command.Short == "" {
			t.Errorf("%s: the short help %q is empty or ends with a period", path, command.Short)
		}
		if !command.HasSubCommands() && command.Example == "" {
			t.Errorf("%s has no example", path)
		}
		if command.Flags().Lookup("json") != nil && !strings.Contains(command.Long, "JSON") {
			t.Errorf("the help of %s does not describe its JSON", path)
		}
	}
}

// fits checks that no line of a text exceeds a width.
func fits(t *testing.T, path, text string, width int) {
	t.Helper()
	for line := range strings.SplitSeq(text, "\n") {
		if utf8.RuneCountInString(line) > width {
			t.Errorf("%s: a line of its help is wider than %d: %s", path, width, line)
		}
	}
}

// TestExamplesAreValid parses every command line of the examples, so that none uses a flag or command that does not
// exist.
func TestExamplesAreValid(t *testing.T) {
	t.Parallel()
	root := cli.Root(cli.Program{Version: "test", Stdout: io.Discard, Stderr: io.Discard})
	for _, command := range everyCommand(root) {
		for line := range strings.SplitSeq(strings.ReplaceAll(command.Example, "\\\n", ""), "\n") {
			words, isOurs := strings.CutPrefix(strings.TrimSpace(line), "millrace ")
			if !isOurs {
				continue
			}
			args := shellWords(words)
			found, rest, err := cli.Root(cli.Program{Stdout: io.Discard, Stderr: io.Discard}).Find(args)
			if err == nil {
				err = found.ParseFlags(rest)
			}
			if err == nil {
				err = found.ValidateArgs(found.Flags().Args())
			}
			if err != nil {
				t.Errorf("%s: %s: %v", command.CommandPath(), line, err)
			}
		}
	}
}

// shellWords splits a line like a shell, as far as the examples need it: single quotes, pipes and redirections.
func shellWords(line string) []string {
	var words []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		for word := range strings.FieldsSeq(part) {
			if word == "|" || word == "<" || word == ">" || strings.HasPrefix(word, "#") {
				return words
			}
			words = append(words, word)
		}
	}
	return words
}
