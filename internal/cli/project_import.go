package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/progress"
)

func (p Program) projectImport() *cobra.Command {
	var flags remoteFlags
	var url, branch, account, workspace, folder string
	command := &cobra.Command{
		Use:   "import ID",
		Short: "Import an existing repository or a folder into a project",
		Long: "Fetches a branch of a repository, reads the project in it, creates a workspace and reports what it found. Create the\n" +
			"project first with `millrace projects create`. With --folder it uploads a project folder instead; the files become the\n" +
			"first commit of the branch.\n\n" +
			"Exits with 1 when the imported project has errors.\n\n" +
			"JSON: commit, branch, workspace, counts, errors, warnings and diagnostics.",
		Example: "millrace projects import 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --url https://git.example.com/shop.git\n" +
			"millrace projects import 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --folder ./shop",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			if err := cmp.Or(exclusive(command, "folder", "url"), exclusive(command, "folder", "git-account")); err != nil {
				return err
			}
			server, err := p.connectFor(&flags, planTimeout) // fetching a repository takes time
			if err != nil {
				return err
			}
			report, err := importFrom(command.Context(), server, args[0], folder, api.ImportRequest{
				URL: given(url), Branch: given(branch), GitAccountID: given(api.ID(account)), WorkspaceName: given(workspace),
			})
			if err != nil {
				return err
			}
			return p.printImport(report, flags.asJSON)
		},
	}
	flags.register(command)
	command.Flags().StringVar(&url, "url", "", "address of the repository (default: that of the project)")
	command.Flags().StringVar(&branch, "branch", "", "branch to import (default: the default branch)")
	command.Flags().StringVar(&account, "git-account", "", "id of the git account for the repository")
	command.Flags().StringVar(&workspace, "workspace-name", "", "name of the new workspace")
	command.Flags().StringVar(&folder, "folder", "", "project folder to upload instead of a repository")
	return command
}

// importFrom imports a repository, or the project in a folder if there is one.
func importFrom(
	ctx context.Context, server *client.Client, project, folder string, wanted api.ImportRequest,
) (*api.ImportReport, error) {
	if folder == "" {
		return server.ImportProject(ctx, project, nil, wanted)
	}
	packed, err := packProject(folder)
	if err != nil {
		return nil, err
	}
	params := api.ImportProjectParams{Branch: wanted.Branch, WorkspaceName: wanted.WorkspaceName}
	return server.ImportArchive(ctx, project, &params, client.Archive{ContentType: "application/zip", Content: bytes.NewReader(packed)})
}

func (p Program) printImport(report *api.ImportReport, asJSON bool) error {
	var err error
	if asJSON {
		err = p.printJSON(report)
	} else {
		err = p.print(p.importText(report))
	}
	if err == nil && report.Errors > 0 {
		return reportedError{}
	}
	return err
}

func (p Program) importText(report *api.ImportReport) string {
	var out strings.Builder
	c := p.palette()
	for i := range report.Diagnostics {
		writeFinding(&out, c, findingOf(&report.Diagnostics[i]))
	}
	_, _ = fmt.Fprintf(&out, "Commit %s of branch %s is in workspace %s: %s; %s, %s.\n", shortCommit(report.Commit), progress.Clean(report.Branch),
		report.Workspace.ID, countsText(report.Counts), counted(report.Errors, "error"), counted(report.Warnings, "warning"))
	return out.String()
}

// countsText lists the counts of what was found in a repository, without zeros. The API names kinds in the plural.
func countsText(counts map[string]int) string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		switch kind, number := progress.Clean(kind), counts[kind]; {
		case number == 0:
		case kind == "nodeTypes":
			parts = append(parts, counted(number, "node type"))
		default:
			parts = append(parts, counted(number, strings.TrimSuffix(kind, "s")))
		}
	}
	if len(parts) == 0 {
		return "it is empty"
	}
	return strings.Join(parts, ", ")
}

// findingOf converts a diagnostic of the API.
func findingOf(d *api.Diagnostic) diagnostic.Diagnostic {
	return diagnostic.Diagnostic{
		File: progress.Clean(orZero(d.File)), Line: position(d.Line), Column: position(d.Column), Severity: diagnostic.Severity(d.Severity),
		Code: diagnostic.Code(progress.Clean(d.Code)), Message: progress.Clean(d.Message), Hint: progress.Clean(orZero(d.Hint)),
	}
}

// position returns a line or column; 0, which means unknown, if it is out of range.
func position(field *int) int32 {
	if n := orZero(field); n > 0 && n <= math.MaxInt32 {
		return int32(n)
	}
	return 0
}
