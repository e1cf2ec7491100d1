package difference_test

import (
	"strings"
	"testing"
)

// A table whose template inserts rows is recreated without copying the old rows, and their loss is reported.
func TestTableFilledByTemplateIsNotCopied(t *testing.T) {
	t.Parallel()
	const query, seed = `CREATE TABLE {{ this }} AS SELECT 1 AS "A"`, `CREATE TABLE {{ this }} ("A" INTEGER PRIMARY KEY); INSERT INTO {{ this }} VALUES (1)`
	for name, tt := range map[string]struct {
		before, after string
		isCopied      bool
	}{
		"a query":        {query, query + " + 1", false},
		"rows":           {seed, seed + ", (2)", false},
		"an empty query": {query + " WHERE 1 = 0", query + " + 1 WHERE 1 = 0", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, r := deployed(t, typed("default", tt.before, "A INTEGER"), typed("default", tt.after, "A INTEGER"))
			if len(r.Changes) != 1 || len(r.Plan.Nodes) != 1 {
				t.Fatalf("%+v", r.Changes)
			}
			var sql strings.Builder
			for _, stage := range r.Plan.Nodes[0].Stages {
				sql.WriteString(stage.SQL + "\n")
			}
			isLost := len(r.Changes[0].Losses) == 1 && r.Changes[0].Losses[0].What == "table"
			if isCopied := strings.Contains(sql.String(), "FROM \"main\".\"OUT\".\"mr_old_"); isCopied != tt.isCopied || isLost == tt.isCopied {
				t.Errorf("%+v in\n%s", r.Changes[0].Losses, sql.String())
			}
		})
	}
}
