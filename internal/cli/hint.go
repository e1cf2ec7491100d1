package cli

import (
	"regexp"
	"strings"
)

// hintForPeople replaces the HTTP requests in a server's hint by the commands that send them. It reads only methods and paths,
// never the words around them.
func hintForPeople(hint string) string {
	for _, rule := range hintRules() {
		hint = regexp.MustCompile(rule[0]).ReplaceAllString(hint, rule[1])
	}
	return strings.ReplaceAll(hint, "{id}", "ID")
}

// hintRules maps patterns of requests to commands, the longer patterns first.
func hintRules() [][2]string {
	return [][2]string{
		{`PATCH /api/v1/projects/(\S+) with gitRepo`, "`millrace projects update $1 --git-repo ADDRESS`"},
		{`PUT /api/v1/projects/([^/\s]+)/gitAccounts/[^/\s.]+`, "`millrace git-accounts link ID --project $1`"},
		{`POST /api/v1/projects/[^/\s]+/branches`, "`millrace workspaces branch ID BRANCH --create`"},
		{`POST /api/v1/workspaces/([^/\s]+)/pull`, "`millrace workspaces pull $1`"},
		{`GET …/branches and …/commits`, "`millrace projects branches` and `millrace projects history`"},
		{`GET (?:…|/api/v1/projects/[^/\s]+)/branches`, "`millrace projects branches`"},
		{`GET (?:…|/api/v1/projects/[^/\s]+)/commits`, "`millrace projects history`"},
		{`GET /api/v1/webhooks/[^/\s]+/deliveries`, "`millrace webhooks deliveries`"},
		{`GET /api/v1/environments/([^/\s]+)/(nodes|jobs|deployments|plans)\b`, "`millrace $2 --environment $1`"},
		{`GET /api/v1/workspaces/([^/\s]+)/(nodes|jobs|subgraphs)\b`, "`millrace $2 --workspace $1`"},
		{`GET /api/v1/runs\?environmentID=(\w+)`, "`millrace runs --environment $1`"},
		{`GET /api/v1/auth/tokens`, "`millrace token list`"},
		{`DELETE /api/v1/auth/unusedTokens`, "`millrace token prune`"},
		{`GET /api/v1/gitAccounts(?:\?\S+)?`, "`millrace git-accounts`"},
		{`GET /api/v1/(connections|environments|projects|runs|schedules|users|webhooks|workspaces)(\.|;|,|\s)`, "`millrace $1`$2"},
	}
}
