package nodetype_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

func TestStage(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		w.fill("A", "1,'Ann','Rome',1.234,NULL", "2,NULL,NULL,NULL,NULL", "2,NULL,NULL,NULL,NULL")
		w.fill("B", "1,'Ann','Rome',1.234,NULL", "3,'Cid','Oslo',3,NULL")
		n := yamlNode("Stage", plainPeople(), "A")
		n.Columns[1].Sources[0].Transform = `UPPER({{SRC}})`
		w.create(n)
		w.run(n)
		want := []string{"1|ANN|1.23", "2|-|-", "2|-|-"}
		w.expect(`"ID", "NAME", CAST("AMOUNT" AS VARCHAR)`, want...)
		w.expectUnchanged(n)
		w.fill("A", "4,'Dora','Rome',4,NULL")
		w.run(n)
		w.expect(`"ID", "NAME"`, "4|DORA")
		with(n, map[string]any{"truncateBefore": false})
		w.run(n)
		w.expect(`"ID", "NAME"`, "4|DORA", "4|DORA")
	})
}

func TestStageOfSeveralSources(t *testing.T) {
	t.Parallel()
	for strategy, want := range map[string][]string{
		"INSERT":    {"1|Ann", "1|Ann", "1|Ann", "3|Cid"},
		"UNION ALL": {"1|Ann", "1|Ann", "1|Ann", "3|Cid"},
		"UNION":     {"1|Ann", "3|Cid"},
	} {
		t.Run(strategy, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(w *warehouse) {
				w.fill("A", "1,'Ann','Rome',1,NULL", "1,'Ann','Oslo',1,NULL")
				w.fill("B", "1,'Ann','Rome',1,NULL", "3,'Cid','Oslo',3,NULL")
				for _, kind := range []transform.NodeTypeID{"Stage", "View"} {
					n := with(yamlNode(kind, columns("ID INTEGER", "NAME VARCHAR"), "A", "B"), map[string]any{"insertStrategy": strategy})
					n.Name = "T"
					n.CTE = "WITH unused AS (SELECT 1 AS x)"
					w.exec("DROP TABLE IF EXISTS " + w.name("out", "T"))
					w.create(n)
					w.run(n)
					w.expect(`"ID", "NAME"`, want...)
				}
			})
		})
	}
}

func TestDistinctAndViews(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		w.fill("A", "1,'Ann','Rome',1,NULL", "1,'Ann','Oslo',1,NULL")
		for _, kind := range []transform.NodeTypeID{"Stage", "Dimension", "Fact", "View"} {
			n := with(yamlNode(kind, people(), "A"), map[string]any{"selectDistinct": true})
			n.Materialization = "view"
			w.create(n)
			w.expectQuery(w.everything(), "1|Ann")
			if stages := w.staged(n, render.Run); len(stages) > 0 {
				w.t.Errorf("a view has run stages: %v", stages)
			}
			w.create(n) // again
		}
	})
}

// overwriting returns the types that overwrite changed rows.
func overwriting() map[string]func() *transform.Node {
	return map[string]func() *transform.Node{
		"persistentStage": func() *transform.Node { return yamlNode("persistentStage", people("AMOUNT DECIMAL(10,2)"), "A") },
		"Dimension":       func() *transform.Node { return yamlNode("Dimension", people("AMOUNT DECIMAL(10,2)"), "A") },
		"Fact":            func() *transform.Node { return yamlNode("Fact", people("AMOUNT DECIMAL(10,2)"), "A") },
		"DimensionSQL":    func() *transform.Node { return overwritingQuery("Dimension", "key") },
		"FactSQL":         func() *transform.Node { return overwritingQuery("Fact", "key") },
		"Incremental": func() *transform.Node {
			return with(overwritingQuery("Incremental", "unique"), map[string]any{"strategy": annotation("merge")})
		},
	}
}

// overwritingQuery returns a query without types, so they come from the engine, and with a star that selects more
// columns than needed.
func overwritingQuery(kind transform.NodeTypeID, key string) *transform.Node {
	return sqlNode(kind, `SELECT CAST("AMOUNT" AS DECIMAL(10,2)) AS "AMOUNT", "X"."ID", "X"."NAME" FROM {{ ref('SRC', 'A') }} AS "X"`,
		columns("ID ? "+key, "NAME ?", "AMOUNT ?")...)
}

func TestChangedRowsAreOverwritten(t *testing.T) {
	t.Parallel()
	for name, node := range overwriting() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(w *warehouse) {
				n := node()
				w.fill("A", "1,'Ann','Rome',1.234,NULL", "2,NULL,NULL,NULL,NULL", "NULL,'Nemo',NULL,5,NULL")
				w.create(n)
				w.run(n)
				const shown = `"ID", "NAME", CAST("AMOUNT" AS VARCHAR)`
				w.expect(shown, "1|Ann|1.23", "2|-|-", "-|Nemo|5.00")
				w.expectUnchanged(n)
				w.fill("A", "1,'Ann','Rome',NULL,NULL", "2,'Bob',NULL,2,NULL", "3,'Cid',NULL,3,NULL", "NULL,'Nobody',NULL,5,NULL")
				w.run(n)
				w.expect(shown, "1|Ann|-", "2|Bob|2.00", "3|Cid|3.00", "-|Nobody|5.00")
				w.expectUnchanged(n)
				w.fill("A", "3,'Cid',NULL,3,NULL") // rows that the source no longer has are kept
				w.expectUnchanged(n)
			})
		})
	}
}

func TestSystemColumnsOfOverwrittenRows(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		n := yamlNode("Dimension", people(), "A")
		w.fill("A", "1,'Ann','Rome',1,NULL", "2,'Bob','Rome',1,NULL")
		w.create(n)
		w.run(n)
		const system = `"SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_END_DATE", "SYSTEM_START_DATE" = "SYSTEM_CREATE_DATE"`
		w.expect(`"T_KEY" > 0, `+system+`, "SYSTEM_UPDATE_DATE" = "SYSTEM_CREATE_DATE"`,
			"true|1|Y|2999-12-31 00:00:00|true|true", "true|1|Y|2999-12-31 00:00:00|true|true")
		w.expectQuery(`SELECT COUNT(DISTINCT "T_KEY") FROM `+w.name("out", "T"), "2")
		w.exec("CREATE TABLE " + w.name("out", "OLD") + " AS " + w.everything())
		w.fill("A", "1,'Anna','Rome',1,NULL", "2,'Bob','Rome',1,NULL")
		w.run(n)
		w.expectQuery(`SELECT new."ID", new."T_KEY" = old."T_KEY", new."SYSTEM_CREATE_DATE" = old."SYSTEM_CREATE_DATE",
			new."SYSTEM_UPDATE_DATE" > old."SYSTEM_UPDATE_DATE" FROM `+w.name("out", "T")+` AS new JOIN `+w.name("out", "OLD")+` AS old ON new."ID" = old."ID"`,
			"1|true|true|true", "2|true|true|false")
	})
}

func TestRowsWithoutAKeyAreAdded(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		for _, kind := range []transform.NodeTypeID{"persistentStage", "Fact"} {
			n := yamlNode(kind, plainPeople(), "A")
			w.fill("A", "1,'Ann',NULL,1,NULL")
			w.create(n)
			w.run(n)
			w.run(n)
			w.expect(`"ID", "NAME", "SYSTEM_CREATE_DATE" IS NOT NULL`, "1|Ann|true", "1|Ann|true")
			with(n, map[string]any{"truncateBefore": true})
			w.run(n)
			w.expect(`"ID"`, "1")
		}
	})
}

func TestSourcesAreMergedOneAfterTheOther(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		w.fill("A", "1,'Ann',NULL,1,NULL", "2,'Bob',NULL,1,NULL")
		w.fill("B", "2,'Bea',NULL,1,NULL", "3,'Cid',NULL,1,NULL")
		n := yamlNode("Dimension", people(), "A", "B")
		w.create(n)
		w.run(n)
		w.expect(`"ID", "NAME"`, "1|Ann", "2|Bea", "3|Cid")
		with(n, map[string]any{"insertStrategy": "UNION"})
		if _, err := w.execute(w.staged(n, render.Run)); err == nil || !strings.Contains(err.Error(), "Every key is read once") {
			w.t.Errorf("two rows with one key: %v", err)
		}
		w.fill("B", "2,'Bob',NULL,7,NULL")
		w.run(n)
		w.expect(`"ID", "NAME"`, "1|Ann", "2|Bob", "3|Cid")
	})
}

func TestTwoRowsWithOneKeyStopTheLoad(t *testing.T) {
	t.Parallel()
	for name, node := range overwriting() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(w *warehouse) {
				n := node()
				w.fill("A", "1,'Ann',NULL,1,NULL")
				w.create(n)
				w.run(n)
				w.fill("A", "1,'Anna',NULL,1,NULL", "1,'Anne',NULL,1,NULL")
				_, err := w.execute(w.staged(n, render.Run))
				if err == nil || !strings.Contains(err.Error(), "Every key is read once") {
					w.t.Errorf("run: %v", err)
				}
				w.expect(`"ID", "NAME"`, "1|Ann")
			})
		})
	}
}

// While a node is loaded, readers see the previous rows and do not wait.
func TestReadersSeeTheOldRows(t *testing.T) {
	t.Parallel()
	onTransactionalEngines(t, func(w *warehouse) {
		for _, kind := range []transform.NodeTypeID{"Stage", "Fact"} {
			n := with(yamlNode(kind, plainPeople(), "A"), map[string]any{"truncateBefore": true})
			w.fill("A", "1,'Ann',NULL,1,NULL")
			w.create(n)
			w.run(n)
			w.fill("A", "2,'Bob',NULL,1,NULL")
			tx, err := w.db.BeginTx(w.t.Context(), nil)
			if err != nil {
				w.t.Fatal(err)
			}
			for _, stage := range w.staged(n, render.Run) {
				if _, err := tx.ExecContext(w.t.Context(), stage.SQL); err != nil {
					w.t.Error(err)
				}
				w.expect(`"ID", "NAME"`, "1|Ann")
			}
			if err := tx.Commit(); err != nil {
				w.t.Fatal(err)
			}
			w.expect(`"ID", "NAME"`, "2|Bob")
		}
	})
}

// A failed load changes nothing, and the next one succeeds.
func TestBrokenLoadLeavesNothing(t *testing.T) {
	t.Parallel()
	onTransactionalEngines(t, func(w *warehouse) {
		n := yamlNode("Dimension", people("AMOUNT DECIMAL(10,2) tracked"), "A")
		w.fill("A", "1,'Ann',NULL,1,NULL")
		w.create(n)
		w.run(n)
		w.fill("A", "1,'Ann',NULL,2,NULL")
		stages := w.staged(n, render.Run)
		for upTo := range stages {
			broken := slices.Concat(stages[:upTo], []render.Stage{{Name: "break", Type: render.SQLStage, SQL: "SELECT nothing_like_it"}})
			if _, err := w.execute(broken); err == nil {
				w.t.Fatal("the load did not fail")
			}
			w.expect(`"ID", CAST("AMOUNT" AS VARCHAR)`, "1|1.00")
		}
		w.run(n)
		w.expect(`"ID", CAST("AMOUNT" AS VARCHAR)`, "1|1.00", "1|2.00")
	})
}

// A recreated table is empty, and the engine does not reuse surrogate keys where it stores the last one.
func TestCreatingAgain(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		n := yamlNode("Dimension", people(), "A")
		w.fill("A", "1,'Ann',NULL,1,NULL")
		for range 2 {
			w.create(n)
			w.expect(`"ID"`)
			w.run(n)
			w.expect(`"ID", "T_KEY" > 0`, "1|true")
		}
	})
}
