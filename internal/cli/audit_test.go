package cli_test

import (
	"strings"
	"testing"
)

func TestAuditListAndExport(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	project := fieldOf(t, r.run("projects", "create", "Corner shop", "--json"), "id")
	r.want(r.run("environments", "create", "Test", "--project", project), 0)
	r.want(r.run("audit", "list"), 0, `^ID +TIME +ACTOR +ACTION +OBJECT +RESULT`, ` admin@example\.com +environment\.create +Test +ok +127\.0\.0\.1 +name, `,
		` server +organization\.create +Default +ok`)
	r.want(r.run("audit", "list", "--action", "project.create", "--json"), 0, `"name": "Corner shop"`, `"projectID": "`+project+`"`)
	r.want(r.run("audit", "list", "--result", "refused"), 0, `^There are no entries\.$`)
	r.want(r.run("audit", "list", "--limit", "0"), 2, `--limit 0 is below 1`)
	r.want(r.run("audit", "list", "--result", "maybe"), 3, `result cannot be "maybe"`)
	exported := r.run("audit", "export", "--kind", "environment")
	if exported.code != 0 || strings.Count(exported.out, "\n") != 1 || !strings.Contains(exported.out, `"action":"environment.create"`) {
		t.Errorf("exported %+v", exported)
	}
	r.want(r.run("audit", "export", "--format", "csv"), 0, `^id,at,actor,`)
	r.want(r.run("audit", "export", "--format", "xml"), 3, `format cannot be "xml"`)
	r.want(r.run("audit", "verify", "--anchor", "/nowhere"), 2, `cannot read the anchor`, `audit verify --json`)
}
