package postgres_test

import (
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/enginetest"
)

// slow runs for an hour unless it is stopped, and has one column.
const slow = "SELECT count(*) AS n FROM generate_series(1, 3600) AS s (i), LATERAL (SELECT pg_sleep(1 + 0 * i)) AS nap"

func TestConformance(t *testing.T) {
	t.Parallel()
	s := realServer(t)
	c := with(s.owner(t), "maxConnections", 120.0)
	enginetest.Run(t, enginetest.Subject{
		Open:   func(t *testing.T) engine.Engine { t.Helper(); return opened(t, c) },
		Slow:   slow,
		Secret: secretPassword,
	})
}

// opened opens a connection. The caller closes it.
func opened(t *testing.T, c engine.Connection) engine.Engine {
	t.Helper()
	e, err := newDriver().Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
