package nodetype_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// Each test returns the bad rows and no other rows.
func TestTests(t *testing.T) {
	t.Parallel()
	const fresh = "CURRENT_TIMESTAMP"
	good := []string{"1,'Ann',NULL,1," + fresh, "2,'Bob''s',NULL,1," + fresh, "3,NULL,NULL,1,NULL"}
	for name, tt := range map[string]struct{ rows, want []string }{
		"good":       {good, nil},
		"null":       {append(good, "NULL,'Ann',NULL,1,NULL"), []string{"ID: Not null"}},
		"twice":      {append(good, "2,'Ann',NULL,1,NULL"), []string{"ID: Unique"}},
		"value":      {append(good, "4,'Zoe',NULL,1,NULL"), []string{"NAME: Accepted values"}},
		"range":      {append(good, "0,'Ann',NULL,1,NULL"), []string{"ID: Range", "ID: Relationship with B"}},
		"orphan":     {append(good, "7,'Ann',NULL,1,NULL"), []string{"ID: Relationship with B"}},
		"late date":  {append(good, "4,'Ann',NULL,1,TIMESTAMP '2031-01-01 00:00:00'"), []string{"CHANGED: Range"}},
		"stale":      {[]string{"1,'Ann',NULL,1,TIMESTAMP '2001-01-01 00:00:00'"}, []string{"Freshness of CHANGED"}},
		"empty":      {nil, []string{"Row count", "Freshness of CHANGED"}},
		"unknown":    {append(good, "4,'X',NULL,1,NULL"), []string{"no strangers", "NAME: Accepted values"}},
		"expression": {append(good, "4,'',NULL,1,NULL"), []string{"NAME: Accepted values", `NAME: "NAME" <> ''`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(w *warehouse) {
				w.fill("A", tt.rows...)
				w.fill("B", "1,NULL,NULL,1,NULL", "2,NULL,NULL,1,NULL", "3,NULL,NULL,1,NULL", "4,NULL,NULL,1,NULL", "NULL,NULL,NULL,1,NULL")
				n := testedNode()
				n.SQL.Read.BodyWithoutAnnotations = `SELECT "ID", "NAME", "CITY", "CHANGED" FROM {{ ref('SRC', 'A') }}`
				w.create(n)
				if diff := cmp.Diff(tt.want, w.run(n)); diff != "" {
					w.t.Errorf("failed tests (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// A halting test that fails keeps the previous rows.
func TestHaltingTestKeepsTheOldRows(t *testing.T) {
	t.Parallel()
	onTransactionalEngines(t, func(w *warehouse) {
		n := with(sqlNode("Stage", `SELECT "ID" FROM {{ ref('SRC', 'A') }}`, columns("ID INTEGER")...), map[string]any{"haltOnTestFailure": true})
		n.Columns[0].Attributes["testNotNull"] = true
		w.fill("A", "1,NULL,NULL,1,NULL")
		w.create(n)
		w.run(n)
		w.fill("A", "2,NULL,NULL,1,NULL", "NULL,NULL,NULL,1,NULL")
		if _, err := w.execute(w.staged(n, render.Run)); err == nil || !strings.Contains(err.Error(), "ID: Not null") {
			w.t.Errorf("run: %v", err)
		}
		w.expect(`"ID"`, "1")
	})
}

func TestTestsOfYAMLNodes(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		w.fill("A", "1,'Ann',NULL,500,NULL", "1,'Zoe',NULL,1,NULL", "NULL,NULL,NULL,1,NULL")
		n := goldenCases()["Stage/tests"].node()
		w.create(n)
		want := []string{"amounts", "ID: Null", "ID: Unique", "NAME: Accepted values"}
		if diff := cmp.Diff(want, w.run(n)); diff != "" {
			w.t.Errorf("failed tests (-want +got):\n%s", diff)
		}
		w.fill("A") // the test before the load stops the load
		if _, err := w.execute(w.staged(n, render.Run)); err == nil || !strings.Contains(err.Error(), "source has rows") {
			w.t.Errorf("run: %v", err)
		}
		w.expect(`"ID"`, "1", "1", "-")
	})
}

func TestSourceIsThere(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		w.fill("A", "1,NULL,NULL,1,NULL")
		there := readable()[0]
		if failed := w.run(there); failed != nil {
			w.t.Errorf("failed: %v", failed)
		}
		for name, n := range map[string]*transform.Node{
			"table":  source("NOWHERE", columns("ID INTEGER")...),
			"column": source("A", columns("ID INTEGER", "NOWHERE INTEGER")...),
		} {
			if _, err := w.execute(w.staged(n, render.Run)); err == nil {
				w.t.Errorf("the test does not detect a missing %s", name)
			}
		}
	})
}

func TestSeed(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		n := yamlNode("Seed", columns("ID INTEGER", "NAME ?", "AMOUNT DECIMAL(10,2)", "CHANGED DATE", "OK BOOLEAN"))
		n.Seed = &transform.Seed{
			Header: []string{"ID", "NAME", "AMOUNT", "CHANGED", "OK"},
			Rows:   [][]string{{"1", "it's {{ 1 }} {% x {# y {{{", "1.5", "2024-01-02", "true"}, {"2", "", "", "", ""}},
		}
		w.create(n)
		w.run(n)
		w.expect(`"ID", "NAME", CAST("AMOUNT" AS VARCHAR), "CHANGED", "OK"`, "1|it's {{ 1 }} {% x {# y {{{|1.50|2024-01-02 00:00:00|true", "2|-|-|-|-")
		w.expectUnchanged(n)
		n.Seed.Rows = nil
		w.run(n)
		w.expect(`"ID"`)
	})
}
