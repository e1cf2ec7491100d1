package execute_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
)

func TestScratchTimes(t *testing.T) {
	dir, _ := os.MkdirTemp("", "x")
	defer os.RemoveAll(dir)
	on, err := duckdb.New(duckdb.Options{}).Open(t.Context(), engine.Connection{Kind: "duckdb", Folder: dir})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	on.Prepare(ctx, []engine.Place{{Schema: "STG"}, {Schema: "_millrace"}})
	s, _ := on.Session(ctx, engine.Label{Owner: "x", Epoch: 1})
	for _, variant := range []string{"pk", "nopk"} {
		pk := ", PRIMARY KEY (owner, node)"
		if variant == "nopk" {
			pk = ""
		}
		_, err = s.Exec(ctx, `CREATE TABLE "millrace"."_millrace"."p_`+variant+`" (owner VARCHAR NOT NULL, node VARCHAR NOT NULL, epoch BIGINT NOT NULL, published_at TIMESTAMP NOT NULL, result VARCHAR NOT NULL`+pk+`)`)
		if err != nil {
			t.Fatal(err)
		}
	}
	result := strings.Repeat("abcd", 60)
	var times2 []int
	for _, variant := range []string{"none", "pk", "pklit", "nopk", "auto", "pk", "pklit"} {
		times := map[string]time.Duration{}
		times2 = append(times2, 1)
		step := func(name string, do func() error) {
			began := time.Now()
			if err := do(); err != nil {
				t.Fatal(name, err)
			}
			times[name] += time.Since(began)
		}
		const n = 300
		for i := range n {
			var s engine.Session
			step("session", func() (err error) { s, err = on.Session(ctx, engine.Label{Owner: "x", Epoch: 1}); return })
			if variant != "auto" {
				step("begin", func() error { return s.Begin(ctx) })
			}
			step("create", func() error {
				_, err := s.Exec(ctx, fmt.Sprintf(`CREATE OR REPLACE TABLE "millrace"."STG"."T%s%d" AS SELECT %d AS n, 'x' AS t`, variant, i, i))
				return err
			})
			if variant == "pk" || variant == "nopk" || variant == "pklit" {
				moment := "(now() AT TIME ZONE 'UTC')"
				table := variant
				if variant == "pklit" {
					moment, table = "TIMESTAMP '2026-01-01 00:00:00.123'", "pk"
				}
				i := i + len(times2)*1000
				step("ledger", func() error {
					_, err := s.Exec(ctx, fmt.Sprintf(`INSERT INTO "millrace"."_millrace"."p_%s" (owner, node, epoch, published_at, result) VALUES ('own', 'n%d', 1, %s, '%s')`, table, i, moment, result))
					return err
				})
			}
			if variant != "auto" {
				step("commit", func() error { return s.Commit(ctx) })
			}
			step("close", func() error { return s.Close() })
		}
		fmt.Print(variant, ": ")
		for _, name := range []string{"session", "begin", "create", "ledger", "commit", "close"} {
			fmt.Print(name, " ", (times[name] / n).Round(time.Microsecond), "  ")
		}
		fmt.Println()
	}
}
