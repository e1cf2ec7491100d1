package trino_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/enginetest"
	"github.com/millrace/millrace/internal/engine/trino"
	"github.com/millrace/millrace/internal/trinotest"
)

// slow runs for hours unless it is stopped, and has one column.
const slow = "SELECT count(*) AS n FROM tpch.sf100000.lineitem WHERE comment LIKE '%millrace%'"

func TestConformance(t *testing.T) {
	t.Parallel()
	c := realConnection(t)
	enginetest.Run(t, enginetest.Subject{
		Open: func(t *testing.T) engine.Engine { t.Helper(); return opened(t, c) },
		Slow: slow, Prefix: trinotest.Name() + "_",
		// The connector finds its metadata tables by the dollar sign, and nested schemas by the dot.
		CanName: func(name string) bool { return !strings.ContainsAny(name, "$.") },
		Skip: map[string]string{
			"count/a WITH clause does not change the count": "only a query can begin with WITH",
			"invalid/a row that violates a constraint":      "there are no keys and checks",
			"value/one row has every type":                  "INSERT does not convert literals; realvalue_test.go has the types",
			"fence/an older session is ended":               "the server knows no sessions",
			"fence/every process's sessions are ended":      "the server knows no sessions",
			"fence/an engine with ended sessions continues": "the server knows no sessions",
		},
	})
}

func realConnection(t *testing.T) engine.Connection {
	t.Helper()
	return engine.Connection{Kind: "trino", Settings: trinotest.Settings(t)}
}

// opened opens a connection. The caller closes it.
func opened(t *testing.T, c engine.Connection) engine.Engine {
	t.Helper()
	e, err := trino.New(trino.Options{}).Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
