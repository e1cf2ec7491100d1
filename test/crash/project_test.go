package crash_test

import "fmt"

// batch is the number of rows of the rebuilt tables.
const batch = 2000

// engineSQL are the parts of the project that differ between engines.
type engineSQL struct {
	platform string
	numbers  string // a relation n(i) with the given number of rows
	slow     string // a true condition that takes some time
}

var (
	duckdbSQL   = engineSQL{"duckdb", "range(%d) AS n(i)", "(SELECT count(*) FROM range(20000000) AS s(i) WHERE s.i % 7 = 3) > 0"}
	postgresSQL = engineSQL{"postgres", "generate_series(1, %d) AS n(i)", "(SELECT pg_sleep(0.15)) IS NOT NULL"}
)

// files returns a project in which every run writes its token: once to a table that only grows, and to every row of
// tables that are rebuilt.
func (w engineSQL) files() map[string][]byte {
	numbers := fmt.Sprintf(w.numbers, batch)
	node := func(id int, kind, query string) []byte {
		return fmt.Appendf(nil, "@id(\"00000000-0000-4000-8000-00000000000%d\")\n@nodeType(%q)\n%s\n", id, kind, query)
	}
	return map[string][]byte{
		"data.yml":      []byte("fileVersion: 3\nplatformKind: " + w.platform + "\n"),
		"locations.yml": []byte("fileVersion: 1\nlocations:\n  - STAGE\n  - CORE\n"),
		"nodes/STAGE-NUMBERS.sql": node(1, "Stage",
			"SELECT n.i AS i, '{{ parameters.token }}' AS token FROM "+numbers),
		"nodes/STAGE-COPY.sql": node(2, "Stage",
			"SELECT a.i AS i, a.token AS token FROM {{ ref('STAGE', 'NUMBERS') }} AS a WHERE "+w.slow),
		"nodes/CORE-LOG.sql": node(3, "Fact",
			"SELECT '{{ parameters.token }}' AS token, count(*) AS seen FROM {{ ref('STAGE', 'NUMBERS') }} AS a"),
		"nodes/CORE-TOTAL.sql": node(4, "Stage",
			"SELECT b.token AS token, count(*) AS seen FROM {{ ref('STAGE', 'COPY') }} AS b GROUP BY b.token"),
	}
}
