package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) workspaceValidate() *cobra.Command {
	return exchangeCommand(p, exchange[api.Validation]{
		use: "validate ID", short: "Check a workspace and list all errors", args: 1,
		long: "Checks a workspace as `millrace validate` checks a folder. Exits with 1 when there are errors.\n\n" +
			"JSON: isValid, nodes, errors, warnings and diagnostics.",
		example: "millrace workspaces validate 3",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Validation, error) {
			return server.ValidateWorkspace(ctx, args[0])
		},
		show: p.showValidation,
		verdict: func(v *api.Validation) error {
			if v.Errors == 0 {
				return nil
			}
			return reportedError{}
		},
	})
}

func (p Program) showValidation(v *api.Validation) error {
	var out strings.Builder
	c := p.palette()
	for i := range v.Diagnostics {
		writeFinding(&out, c, findingOf(&v.Diagnostics[i]))
	}
	_, _ = fmt.Fprintf(&out, "%s, %s, %s\n", counted(v.Nodes, "node"), counted(v.Errors, "error"), counted(v.Warnings, "warning"))
	return p.print(out.String())
}
