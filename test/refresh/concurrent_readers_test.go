package refresh_test

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/millrace/millrace/internal/engine"
)

// While tables are rebuilt, a reader sees all rows of one build, and never an older build after a newer one.
func TestReadersSeeOneBuild(t *testing.T) {
	t.Parallel()
	const builds, size = 25, 40
	onEngines(t, func(s *fixture) {
		p := newProject()
		s.makeTable("PEOPLE")
		p.add(source("PEOPLE", rowColumns()...))
		p.add(node("Stage", "STG", rowColumns(), "PEOPLE"))
		p.add(node("Dimension", "DIM", rowColumns("ID key"), "PEOPLE"))
		p.add(with(node("Fact", "FCT", rowColumns(), "PEOPLE"), "truncateBefore", true))
		p.query("View", "V", `SELECT s."ID", s."NAME" FROM {{ ref('OUT', 'STG') }} AS s`)
		p.query("Incremental", "INC", "@strategy(\"delete_insert\")\n"+selecting("PEOPLE", "ID @uniqueKey"))
		c := s.compile(p, nil)
		s.install(c)
		build := func(number int) {
			rows := make([]row, size)
			for i := range rows {
				rows[i] = row{strconv.Itoa(i), strconv.Itoa(number), null, null, null}
			}
			s.fill("PEOPLE", rows...)
			s.refresh(c)
		}
		build(0)
		var done atomic.Bool
		var readers sync.WaitGroup
		for _, table := range []string{"STG", "DIM", "FCT", "V", "INC"} {
			session := s.openSession()
			readers.Go(func() {
				if err := s.watch(session, table, size, &done); err != nil {
					s.t.Error(err)
				}
			})
		}
		for number := range builds {
			build(number + 1)
		}
		done.Store(true)
		readers.Wait()
	})
}

// watch reads a table until done is set.
func (s *fixture) watch(session engine.Session, table string, size int, done *atomic.Bool) error {
	last, reads := 0, 0
	query := fmt.Sprintf(`SELECT COUNT(*), COUNT(DISTINCT "NAME"), MIN(CAST("NAME" AS INTEGER)) FROM %s`, s.name(out, table))
	for !done.Load() || reads == 0 {
		rows, err := session.Query(s.t.Context(), query, 1)
		if err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
		seen := lines(rows)[0]
		reads++
		number, isWhole := strings.CutPrefix(seen, fmt.Sprintf("%d|1|", size))
		build, err := strconv.Atoi(number)
		if !isWhole || err != nil || build < last {
			return fmt.Errorf("%s after build %d: a reader saw %s", table, last, seen)
		}
		last = build
	}
	return nil
}
