package cli_test

import (
	"testing"

	"github.com/millrace/millrace/internal/cli"
)

func TestHintsNameCommands(t *testing.T) {
	t.Parallel()
	for hint, want := range map[string]string{
		"GET /api/v1/environments lists the environments that you can see.": "`millrace environments` lists the environments that you can see.",
		"Try again later, or poll GET /api/v1/runs.":                        "Try again later, or poll `millrace runs`.",
		"GET /api/v1/runs?environmentID=2 lists its runs.":                  "`millrace runs --environment 2` lists its runs.",
		"GET /api/v1/environments/2/nodes lists the deployed nodes.":        "`millrace nodes --environment 2` lists the deployed nodes.",
		"GET /api/v1/environments/{id}/plans lists the plans.":              "`millrace plans --environment ID` lists the plans.",
		"GET /api/v1/workspaces/{id}/jobs lists the jobs.":                  "`millrace jobs --workspace ID` lists the jobs.",
		"GET …/branches and …/commits list them.":                           "`millrace projects branches` and `millrace projects history` list them.",
		"PUT /api/v1/projects/p1/gitAccounts/u1 links one.":                 "`millrace git-accounts link ID --project p1` links one.",
		"Link it again: PUT /api/v1/projects/p1/gitAccounts/u1.":            "Link it again: `millrace git-accounts link ID --project p1`.",
		"PATCH /api/v1/projects/p1 with gitRepo sets one.":                  "`millrace projects update p1 --git-repo ADDRESS` sets one.",
		"POST /api/v1/workspaces/3/pull merges them; then commit again.":    "`millrace workspaces pull 3` merges them; then commit again.",
		"GET /api/v1/elsewhere has it.":                                     "GET /api/v1/elsewhere has it.",
		"Send the node as GET returns it.":                                  "Send the node as GET returns it.",
		"It must be yours; GET /api/v1/gitAccounts?accountOwner=1 lists.":   "It must be yours; `millrace git-accounts` lists.",
	} {
		if got := cli.HintForPeople(hint); got != want {
			t.Errorf("%s\n became %s\n want   %s", hint, got, want)
		}
	}
}
