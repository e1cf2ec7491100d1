package cli

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) deployments() *cobra.Command {
	return listCommand(p, listing[api.Deployment]{
		use: "deployments --environment NAME", short: "List the deployments of an environment, newest first",
		long: "Lists the deployments of an environment, newest first. A star marks the current one.\n\n" +
			"JSON: a list of deployments, each with runID, status, createdAt and isCurrent, and endedAt, createdBy, commit,\n" +
			"message, planID and counts if there are any.",
		example: "millrace deployments --environment 2",
		scope:   "environment", scopeHelp: environmentHelp, needsScope: true,
		list: listDeployments, show: p.printDeployments,
	})
}

func (p Program) printDeployments(list []api.Deployment) error {
	shown := table{columns: []string{"RUN", "NOW", "STATUS", "CREATED", "COMMIT", "CHANGES", "MESSAGE"}}
	for i := range list {
		d := &list[i]
		now := ""
		if orZero(d.IsCurrent) {
			now = "*"
		}
		shown.add(strconv.FormatInt(d.RunID, 10), now, string(d.Status), moment(&d.CreatedAt), shortCommit(d.Commit), changesOf(d.Counts), d.Message)
	}
	return p.printTable(&shown, "There are no deployments.")
}

// changesOf formats the counts of a plan in a short form.
func changesOf(c api.PlanCounts) string {
	var parts []string
	for _, part := range []struct {
		sign string
		n    int
	}{{"+", c.Added}, {"~", c.Altered + c.Rebuilt}, {"-", c.Deleted}, {"=", c.Metadata}} {
		if part.n > 0 {
			parts = append(parts, part.sign+strconv.Itoa(part.n))
		}
	}
	return strings.Join(parts, " ")
}

// shortCommit returns the first characters of a commit id.
func shortCommit(name string) string {
	const enough = 12
	if len(name) > enough {
		return name[:enough]
	}
	return name
}

func listDeployments(ctx context.Context, server *client.Client, environment string) ([]api.Deployment, error) {
	return readAll(func(from *string) (batch[api.Deployment], error) {
		page, err := server.ListDeployments(ctx, environment, &api.ListDeploymentsParams{
			Limit: new(pageLimit), StartingFrom: from, OrderBy: new("runID"), OrderByDirection: new("desc"),
		})
		if err != nil {
			return batch[api.Deployment]{}, err
		}
		return batch[api.Deployment]{page.Data, nextOf(page.Next)}, nil
	})
}
