package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// completionTimeout is how long a shell waits for names from a server.
const completionTimeout = 3 * time.Second

// completeEnvironments lets the shell complete the names of environments, in flags and in the first argument.
func (p Program) completeEnvironments(command *cobra.Command) {
	for _, flag := range environmentFlagsOf(command) {
		_ = command.RegisterFlagCompletionFunc(flag, p.environmentCompletion) // the flag exists
	}
	if command.Annotations[takesEnvironment] != "" {
		command.ValidArgsFunction = onlyFirst(p.environmentCompletion)
	}
}

// onlyFirst completes only the first argument.
func onlyFirst(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(command *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(command, args, begun)
	}
}

// environmentCompletion returns the environments whose names begin with a text; with PROJECT/ in front where several have one
// name. If it begins with a digit, it returns ids. Without a server it returns none, because a shell shows no errors.
func (p Program) environmentCompletion(command *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	ctx, cancel := context.WithTimeout(command.Context(), completionTimeout)
	defer cancel()
	var names environmentNames
	server, err := p.connectFor(remoteFlagsOf(command), completionTimeout)
	if err == nil {
		err = names.read(ctx, server)
	}
	if err == nil {
		err = names.readProjects(ctx, server)
	}
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return names.completions(begun), cobra.ShellCompDirectiveNoFileComp
}

func (e *environmentNames) completions(begun string) []cobra.Completion {
	count := map[string]int{}
	for _, one := range e.list {
		count[one.Name]++
	}
	var list []cobra.Completion
	for _, one := range e.list {
		value, about := one.Name, "id "+one.ID
		switch {
		case begun != "" && isEnvironmentID(begun):
			value, about = one.ID, one.Name
		case count[one.Name] > 1 || isEnvironmentID(one.Name) || strings.Contains(begun, "/"):
			value = e.full(one)
		}
		if strings.HasPrefix(strings.ToLower(value), strings.ToLower(begun)) {
			list = append(list, cobra.CompletionWithDesc(value, fmt.Sprintf("%s, project %s, %s", about, e.projects[one.Project], one.Status)))
		}
	}
	return list
}
