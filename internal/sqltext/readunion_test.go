package sqltext_test

import (
	"testing"

	"github.com/millrace/millrace/internal/sqltext"
)

// TestTail checks the text that returns the same rows after a SELECT with another list.
func TestTail(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"SELECT a FROM t WHERE x -- end":                                   "FROM t WHERE x",
		"SELECT a FROM t UNION ALL SELECT b FROM u;":                       "FROM t UNION ALL SELECT b FROM u",
		"SELECT a @k FROM t /* 1 */ UNION SELECT b @k FROM u LIMIT 3 -- 2": "FROM t /* 1 */ UNION SELECT b FROM u LIMIT 3",
		"SELECT 1 AS a UNION SELECT 2":                                     "UNION SELECT 2",
		"(SELECT a FROM t) UNION (SELECT b FROM u LIMIT 1) ORDER BY 1":     "FROM t UNION (SELECT b FROM u LIMIT 1) ORDER BY 1",
		"((SELECT a FROM f(1)))UNION SELECT 2":                             "FROM f(1) UNION SELECT 2",
		"(SELECT a FROM t) LIMIT 5":                                        "FROM t LIMIT 5",
		"(SELECT a FROM t UNION SELECT b FROM u)":                          "FROM t UNION SELECT b FROM u",
		"(WITH c AS (SELECT 1) SELECT a FROM c) UNION SELECT 2":            "FROM c UNION SELECT 2",
		"FROM t SELECT a WHERE x UNION SELECT 2":                           "FROM t\nWHERE x UNION SELECT 2",
		"FROM t UNION ALL FROM u":                                          "FROM t UNION ALL FROM u",
		"SELECT {% for c in d %}{{ c }}{% endfor %} FROM t UNION SELECT 2": "",
		"SELECT a FROM t UNION SELECT {% for c in d %}{{ c }}{% endfor %}": "",
		"SELECT a FROM t WHERE b IN (SELECT 1 UNION SELECT 2)":             "FROM t WHERE b IN (SELECT 1 UNION SELECT 2)",
	} {
		if node, _ := sqltext.ReadNode(text); node.Tail != want {
			t.Errorf("%s\ntail %q\nwant %q", text, node.Tail, want)
		}
	}
}
