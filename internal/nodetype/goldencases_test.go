package nodetype_test

import (
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/transform"
)

type goldenCase struct {
	node       func() *transform.Node
	parameters map[string]any
	readsFiles bool // only engines that read files have SQL for it
}

// isFor reports whether a platform has SQL for the case.
func (c goldenCase) isFor(platform string) bool {
	words, ok := dialect.Lookup(platform)
	return ok && (words.Capabilities().ReadsFiles || !c.readsFiles)
}

const query = "SELECT id AS \"ID\", name AS \"NAME\", city AS \"CITY\", changed AS \"CHANGED\"\nFROM {{ ref('SRC', 'A') }} -- all of them"

func people(words ...string) []transform.Column {
	return columns(append([]string{"ID INTEGER key", "NAME VARCHAR(20)"}, words...)...)
}

func plainPeople() []transform.Column {
	return columns("ID INTEGER", "NAME VARCHAR(20)", "AMOUNT DECIMAL(10,2)")
}

func selected(key string) []transform.Column {
	return columns("ID INTEGER "+key, "NAME VARCHAR", "CITY VARCHAR", "CHANGED TIMESTAMP")
}

// goldenCases returns the types with the options that change their SQL, by type/option.
func goldenCases() map[string]goldenCase {
	cases := map[string]goldenCase{}
	add := func(name string, node func() *transform.Node) { cases[name] = goldenCase{node: node} }
	addTypes(add)
	addHistory(add)
	addTests(add)
	for name, c := range incrementalCases() {
		cases["Incremental/"+name] = c
	}
	for name, node := range fileCases() {
		cases["Source/"+name] = goldenCase{node: node, readsFiles: true}
	}
	return cases
}

// fileCases returns sources that are files.
func fileCases() map[string]func() *transform.Node {
	of := func(config map[string]any, columns ...transform.Column) func() *transform.Node {
		return func() *transform.Node {
			n := source("T", columns...)
			n.Config = config
			return n
		}
	}
	return map[string]func() *transform.Node{
		"csv":           of(map[string]any{"file": "people.csv"}, columns("ID INTEGER", "NAME ?", "AMOUNT DECIMAL(10,2)")...),
		"csv-no-header": of(map[string]any{"file": "it's/*.csv", "hasHeader": false, "delimiter": "|"}, columns("ID INTEGER", "NAME VARCHAR")...),
		"parquet":       of(map[string]any{"file": " days/*.parquet "}, columns("ID INTEGER", "NAME ?")...),
		"json-any":      of(map[string]any{"file": "events.json"}),
	}
}

func addTypes(add func(string, func() *transform.Node)) {
	for _, kind := range []transform.NodeTypeID{"Stage", "persistentStage", "Dimension", "Fact", "View"} {
		add(string(kind)+"/plain", func() *transform.Node { return yamlNode(kind, people("AMOUNT DECIMAL(10,2)"), "A") })
		for name, strategy := range map[string]string{"insert": "INSERT", "union": "UNION", "unionall": "UNION ALL"} {
			add(string(kind)+"/sources-"+name, func() *transform.Node {
				return with(yamlNode(kind, people(), "A", "B"), map[string]any{"insertStrategy": strategy})
			})
		}
		add(string(kind)+"/distinct", func() *transform.Node {
			return with(yamlNode(kind, people(), "A"), map[string]any{"selectDistinct": true})
		})
		add(string(kind)+"/override", func() *transform.Node {
			n := yamlNode(kind, people(), "A")
			n.OverrideSQL, n.Sources[0].CustomSQL = true, "CREATE VIEW {{ this }} AS SELECT 1 AS \"ID\""
			return n
		})
		add(string(kind)+"/with", func() *transform.Node {
			n := yamlNode(kind, people(), "A", "B")
			n.CTE = "WITH few AS (SELECT 1 AS x)"
			return with(n, map[string]any{"insertStrategy": "UNION"})
		})
	}
	for _, kind := range []transform.NodeTypeID{"Stage", "Dimension", "Fact"} {
		add(string(kind)+"/view", func() *transform.Node {
			n := yamlNode(kind, people(), "A")
			n.Materialization = "view"
			return n
		})
	}
	for _, kind := range []transform.NodeTypeID{"Stage", "persistentStage", "Dimension", "Fact"} {
		add(string(kind)+"/hooks-and-truncate", func() *transform.Node {
			return with(yamlNode(kind, people(), "A"), map[string]any{"preSQL": "SELECT 1", "postSQL": "SELECT 2", "truncateBefore": kind != "Stage"})
		})
	}
	for _, kind := range []transform.NodeTypeID{"persistentStage", "Fact"} {
		add(string(kind)+"/no-key", func() *transform.Node { return yamlNode(kind, plainPeople(), "A") })
	}
	for _, kind := range []transform.NodeTypeID{"Stage", "Dimension", "Fact", "View"} {
		add(string(kind)+"SQL/plain", func() *transform.Node { return sqlNode(kind, query, selected("key")...) })
		add(string(kind)+"SQL/unknown-types", func() *transform.Node {
			return sqlNode(kind, query, columns("ID ? key required", "NAME ?", "CITY VARCHAR", "CHANGED ?")...)
		})
	}
	add("StageSQL/view", func() *transform.Node {
		n := sqlNode("Stage", query, selected("")...)
		n.Materialization = "view"
		return n
	})
	add("StageSQL/annotations", func() *transform.Node {
		return with(sqlNode("Stage", query, selected("")...), map[string]any{
			"truncateBefore": annotation(false), "preSQL": annotation("SELECT 1"), "postSQL": annotation("SELECT 2"),
		})
	})
	add("Stage/defaults", func() *transform.Node {
		n := yamlNode("Stage", plainPeople(), "A")
		n.Columns[0].Default, n.Columns[0].Nullable = "0", false
		return n
	})
	add("Source/plain", func() *transform.Node { return source("T", people()...) })
	add("Seed/plain", func() *transform.Node {
		n := yamlNode("Seed", plainPeople())
		n.Seed = &transform.Seed{
			Header: []string{"ID", "NAME", "AMOUNT"},
			Rows:   [][]string{{"1", "it's", "1.5"}, {"2", "", "-3"}, {"3"}},
		}
		return n
	})
}

func addHistory(add func(string, func() *transform.Node)) {
	tracked := func() []transform.Column { return people("CITY VARCHAR tracked", "AMOUNT DECIMAL(10,2)") }
	for _, kind := range []transform.NodeTypeID{"persistentStage", "Dimension"} {
		add(string(kind)+"/history", func() *transform.Node { return yamlNode(kind, tracked(), "A") })
		add(string(kind)+"/two-keys", func() *transform.Node {
			return yamlNode(kind, columns("ID INTEGER key required", "CITY VARCHAR key", "NAME VARCHAR tracked"), "A")
		})
	}
	add("DimensionSQL/history", func() *transform.Node {
		return sqlNode("Dimension", query, columns("ID INTEGER key", "NAME VARCHAR tracked", "CITY VARCHAR", "CHANGED TIMESTAMP")...)
	})
	add("Snapshot/check", func() *transform.Node { return sqlNode("Snapshot", query, selected("unique")...) })
	add("Snapshot/check-some", func() *transform.Node {
		return sqlNode("Snapshot", query, columns("ID INTEGER unique", "NAME VARCHAR tracked", "CITY VARCHAR", "CHANGED TIMESTAMP")...)
	})
	add("Snapshot/timestamp", func() *transform.Node {
		return with(sqlNode("Snapshot", query, selected("unique")...), map[string]any{"snapshotStrategy": annotation("timestamp", "changed")})
	})
	add("Snapshot/hard-deletes", func() *transform.Node {
		return with(sqlNode("Snapshot", query, selected("unique")...), map[string]any{"invalidateHardDeletes": true})
	})
}

func addTests(add func(string, func() *transform.Node)) {
	add("Stage/tests", func() *transform.Node {
		n := yamlNode("Stage", plainPeople(), "A")
		n.Tests = []transform.NodeTest{
			{Name: "source has rows", RunBefore: true, Template: "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM {{ ref('SRC', 'A') }})"},
			{Name: "amounts", ContinueOnFailure: true, Template: "{{ mr_test_range('AMOUNT', 0, 100) }}"},
		}
		n.Columns[0].Tests = map[string]any{"hasNull": true, "isDistinct": true}
		n.Columns[1].AcceptedValues = map[string]any{"values": []any{"Ann", "Bob's"}}
		return n
	})
	add("Stage/tests-off", func() *transform.Node {
		n := yamlNode("Stage", plainPeople(), "A")
		n.Tests = []transform.NodeTest{{Name: "never", RunBefore: true, Template: "SELECT 1"}}
		n.Columns[0].Tests = map[string]any{"hasNull": true}
		return with(n, map[string]any{"testsEnabled": false})
	})
	add("StageSQL/tests", testedNode)
	add("StageSQL/tests-halt", func() *transform.Node { return with(testedNode(), map[string]any{"haltOnTestFailure": true}) })
	add("ViewSQL/tests", func() *transform.Node {
		n := testedNode()
		n.Type, n.Materialization = "View", "view"
		return n
	})
}

// testedNode returns a node with every test that is an annotation.
func testedNode() *transform.Node {
	n := sqlNode("Stage", query, selected("")...)
	id, name, changed := n.Columns[0].Attributes, n.Columns[1].Attributes, n.Columns[3].Attributes
	id["testNotNull"], id["testUnique"] = true, true
	id["testRange"] = annotation(int64(1), int64(99))
	id["testRelationship"] = []any{annotation("SRC", "B", "ID")}
	name["testAcceptedValues"] = annotation("Ann", "Bob's", int64(3))
	name["testExpression"] = []any{annotation("\"NAME\" <> ''"), annotation("LENGTH(\"NAME\") < 9")}
	changed["testRange"] = annotation("", "2030-01-01")
	return with(n, map[string]any{
		"testRowCount":  annotation(int64(1), int64(10)),
		"testFreshness": annotation("CHANGED", int64(24), "hour"),
		"testSQL":       []any{annotation("no strangers", "SELECT \"ID\" FROM {{ this }} WHERE \"NAME\" = 'X'")},
	})
}

func incrementalCases() map[string]goldenCase {
	cases := map[string]goldenCase{}
	for _, strategy := range []string{"append", "merge", "delete_insert"} {
		node := func(config map[string]any) func() *transform.Node {
			config["strategy"] = annotation(strategy)
			return func() *transform.Node { return with(sqlNode("Incremental", query, selected("unique")...), config) }
		}
		cases[strategy] = goldenCase{node: node(map[string]any{})}
		cases[strategy+"-watermark"] = goldenCase{node: node(map[string]any{"watermark": annotation("changed")})}
		cases[strategy+"-full"] = goldenCase{
			node: node(map[string]any{"watermark": annotation("changed")}), parameters: map[string]any{"fullRefresh": true},
		}
		cases[strategy+"-interval"] = goldenCase{
			node:       node(map[string]any{"interval": annotation("CHANGED")}),
			parameters: map[string]any{"intervalStart": "2024-01-01", "intervalEnd": "2024-02-01"},
		}
		cases[strategy+"-interval-open"] = goldenCase{node: node(map[string]any{"interval": annotation("CHANGED", "from", "to")})}
	}
	cases["merge-lookback"] = goldenCase{node: func() *transform.Node {
		return with(sqlNode("Incremental", query, selected("unique")...), map[string]any{
			"strategy": annotation("merge"), "watermark": annotation("CHANGED"), "lookback": annotation(int64(3), "day"),
		})
	}}
	cases["delete_insert-no-key"] = goldenCase{node: func() *transform.Node {
		return with(sqlNode("Incremental", query, selected("")...), map[string]any{
			"strategy": annotation("delete_insert"), "watermark": annotation("CHANGED"), "lookback": annotation(int64(3)),
		})
	}}
	return cases
}
