package ducklake_test

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/enginetest"
	"github.com/millrace/millrace/internal/laketest"
)

func TestLakeConformance(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	lake.Secret["password"] = "s3cret of the lake" // the server of the tests does not ask for it
	lake.Settings["maxSessions"] = 64              // cases run at the same time, and each has several sessions
	driver, c := newDriver(t), connection(t, lake)
	enginetest.Run(t, enginetest.Subject{
		Open: func(t *testing.T) engine.Engine {
			t.Helper()
			opened, err := driver.Open(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			return opened
		},
		Slow:    slow,
		Secret:  lake.Secret["password"],
		Timeout: 4 * time.Minute, // every commit writes files and a snapshot, and cases run at the same time
	})
}
