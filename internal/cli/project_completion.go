package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compiler"
)

// completedProject compiles the project that a command line names, for completion; nil if there is none.
func completedProject(command *cobra.Command) *compiler.Compilation {
	named := ""
	if flag := command.Flags().Lookup("dir"); flag != nil {
		named = flag.Value.String()
	}
	folder, err := findProject(named)
	if err != nil {
		return nil
	}
	compiled, err := (&projectFlags{}).compile(command, folder)
	if err != nil {
		return nil
	}
	return compiled
}

// projectCompletion completes words of a project.
func projectCompletion(words func(*compiler.Compilation) []cobra.Completion) cobra.CompletionFunc {
	return func(command *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		compiled := completedProject(command)
		if compiled == nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		list := slices.DeleteFunc(words(compiled), func(word cobra.Completion) bool {
			return !strings.HasPrefix(strings.ToLower(word), strings.ToLower(begun))
		})
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

// nodeCompletion completes the names of nodes.
func nodeCompletion(command *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return projectCompletion(func(compiled *compiler.Compilation) []cobra.Completion {
		var list []cobra.Completion
		for _, n := range compiled.Nodes() {
			name := n.Name
			if strings.Contains(begun, ".") || len(compiled.Find(name)) > 1 {
				name = n.Ref().String()
			}
			list = append(list, cobra.CompletionWithDesc(name, cmp.Or(string(n.Node.Type), "node")+" in "+n.Location))
		}
		return list
	})(command, args, begun)
}
