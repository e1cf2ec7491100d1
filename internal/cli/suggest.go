package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/millrace/millrace/internal/diagnostic"
)

// maxSuggestions is how many commands a hint names.
const maxSuggestions = 3

// otherWords are words of other tools for the commands of this one.
func otherWords() map[string][]string {
	return map[string][]string{
		"run": {"build", "exec", "execute", "start"}, "render": {"compile"}, "validate": {"check", "lint", "test"}, "fmt": {"format"},
		"show": {"head", "peek", "preview", "print"}, "query": {"sql"}, "new": {"add", "create", "generate"}, "init": {"setup"},
		"serve": {"server", "up"}, "list": {"ls"}, "delete": {"remove", "rm"}, "get": {"describe", "info"}, "update": {"edit", "set"},
		"deploy": {"apply"}, "plan": {"diff"}, "environments": {"env", "envs"}, "login": {"auth", "signin"}, "runs": {"history"},
	}
}

// similarCommands returns the commands below a command that a user may have meant by a word.
func similarCommands(command *cobra.Command, word string) []string {
	word = strings.ToLower(word)
	var names, likely []string
	for _, sub := range command.Commands() {
		if !sub.IsAvailableCommand() {
			continue
		}
		names = append(names, sub.Name())
		isLikely := strings.HasPrefix(sub.Name(), word) || strings.HasPrefix(word, sub.Name()) || slices.Contains(otherWords()[sub.Name()], word)
		if isLikely {
			likely = append(likely, sub.Name())
		}
	}
	if near, ok := diagnostic.Nearest(word, names); ok && !slices.Contains(likely, near) {
		likely = append([]string{near}, likely...)
	}
	return likely[:min(len(likely), maxSuggestions)]
}

// didYouMean returns a hint for a word that is not a command below another one; empty if nothing is similar.
func didYouMean(command *cobra.Command, word string) string {
	near := similarCommands(command, word)
	for i := range near {
		near[i] = fmt.Sprintf("`%s %s`", command.CommandPath(), near[i])
	}
	if len(near) == 0 {
		return ""
	}
	return "Did you mean " + strings.Join(near, " or ") + "?"
}

// similarFlag returns a hint for an error about an unknown flag; empty if it is another error or nothing is similar.
func similarFlag(command *cobra.Command, err error) string {
	word, isUnknown := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !isUnknown {
		return ""
	}
	var names []string
	command.Flags().VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden {
			names = append(names, flag.Name)
		}
	})
	near, ok := diagnostic.Nearest(word, names)
	if !ok {
		return ""
	}
	return fmt.Sprintf("Did you mean --%s?", near)
}
