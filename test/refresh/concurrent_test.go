package refresh_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
)

// Nodes that run at the same time and write to one table conflict. No write is lost or repeated.
func TestNodesThatWriteToOneTable(t *testing.T) {
	t.Parallel()
	const nodes, runs = 8, 3
	onEngines(t, func(s *fixture) {
		s.makeTable("PEOPLE")
		s.makeTable("COUNTER")
		s.fill("PEOPLE", good...)
		s.fill("COUNTER", row{"0", null, null, null, null})
		p := newProject()
		p.add(source("PEOPLE", rowColumns()...))
		p.add(source("COUNTER", rowColumns()...))
		for number := range nodes {
			n := node("Fact", fmt.Sprintf("FCT_%d", number), rowColumns(), "PEOPLE")
			p.add(with(n, "postSQL", `UPDATE {{ ref_no_link('SRC', 'COUNTER') }} SET "ID" = "ID" + 1`))
		}
		c := s.compile(p, nil)
		s.install(c)
		for number := range runs {
			s.mustComplete(s.execute(s.plan(c), func(w *execute.Request) { w.Parallelism = nodes }))
			s.expectTable(src, "COUNTER", []string{"ID"}, []string{strconv.Itoa(nodes * (number + 1))})
		}
		s.expect(`SELECT COUNT(*) FROM `+s.name(out, "FCT_0"), strconv.Itoa(runs*len(good)))
	})
}

// A session that is killed during a node rolls back, and the node is retried.
func TestSessionIsKilled(t *testing.T) {
	t.Parallel()
	s := newFixture(t, connectionTo(t, "postgres"))
	p := newProject()
	p.add(source("PEOPLE", rowColumns()...))
	p.add(source("MORE", rowColumns()...))
	n := node("Fact", "FCT", rowColumns(), "PEOPLE")
	p.add(with(n, "postSQL", `SELECT pg_sleep(30) FROM {{ ref('SRC', 'MORE') }} WHERE "NAME" = 'sleep'`))
	planned := s.begin(p)
	s.fill("MORE", row{"1", "sleep", null, null, null})
	recorded := newJournal(planned)
	ended := make(chan run.Outcome, 1)
	go func() {
		outcome, _ := execute.Execute(t.Context(), execute.Request{
			Plan: planned, Engine: s.engine, Label: s.nextLabel(), Parallelism: 1, Journal: recorded,
		})
		ended <- outcome
	}()
	const sleeping = `FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%' AND datname = current_database()`
	for deadline := time.Now().Add(20 * time.Second); strings.Join(s.read("SELECT COUNT(*) "+sleeping), "") == "0"; {
		if time.Now().After(deadline) {
			t.Fatal("the node did not reach pg_sleep")
		}
	}
	s.fill("MORE")
	s.read("SELECT pg_terminate_backend(pid) " + sleeping)
	if outcome := <-ended; outcome.Status != run.Completed {
		t.Errorf("the run ended as %+v: %+v", outcome, recorded.last["FCT"].Problem)
	}
	if attempt := recorded.last["FCT"].Attempt; attempt != 2 {
		t.Errorf("FCT had %d attempts, want 2", attempt)
	}
	s.expectIDs("FCT", append(good[:3:3], good...))
}
