package cli_test

import "testing"

func TestCatalogOfAnEnvironment(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.write("nodes/CORE-STATES.sql", "@id(\"c1000000-0000-4000-8000-000000000003\")\n@nodeType(\"View\")\n@description(\"The states of orders\")\n"+
		"SELECT o.state, upper(o.state) AS label @description(\"For people\") FROM {{ ref('RAW', 'ORDERS') }} AS o WHERE o.id > 0\n")
	s.deploy()
	in := []string{"--environment", s.environment}
	s.want(s.run(append([]string{"catalog"}, in...)...), 0, `^NODE +TYPE +COLUMNS +TESTS`, `^CORE\.STATES +View +2, 1 described +0 .*The states of orders$`,
		`^1 of 3 nodes and 1 of \d+ columns have a description; 0 nodes have tests\.$`)
	s.want(s.run(append([]string{"catalog", "list", "--find", "people"}, in...)...), 0, `^CORE\.STATES .* label +The states`)
	s.want(s.run(append([]string{"catalog", "--json"}, in...)...), 0, `"documentation": \{`, `"describedColumns": 1`)
	s.want(s.run("catalog"), 2, `--environment is missing`)

	s.want(s.run(append([]string{"catalog", "get", "states"}, in...)...), 0, `^node +CORE\.STATES$`, `^column +label +For people$`, `^reads +RAW\.ORDERS$`)
	s.want(s.run(append([]string{"catalog", "get", "CORE.STATE"}, in...)...), 1, `node CORE\.STATE is not deployed`, `Did you mean CORE\.STATES\?`)

	lineage := func(args ...string) answer {
		return s.run(append(append([]string{"catalog", "lineage"}, args...), in...)...)
	}
	s.want(lineage("STATES.label"), 0, `^CORE\.STATES\.label$`, `^  RAW\.ORDERS\.state  transform$`)
	s.want(lineage("RAW.ORDERS.state", "--downstream"), 0, `^  CORE\.STATES\.state  pass-through$`, `^  CORE\.STATES\.label  transform$`)
	s.want(lineage("RAW.ORDERS.id", "--downstream"), 0, `^  CORE\.STATES  filter$`)
	s.want(lineage("STATES.label", "--json"), 0, `"direction": "upstream"`, `"use": "transform"`)
	s.want(lineage("STATES"), 2, `STATES is a node, not a column`)
	s.want(lineage("STATES.total"), 3, `has no column`)
	s.want(lineage("STATES.label", "--depth", "-1"), 2, `below 0`)
}
