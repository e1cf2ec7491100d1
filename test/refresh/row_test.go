package refresh_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// row is a row of the sources, and of most nodes under test. Values are texts as the engines cast them, so times sort
// like texts.
type row struct{ id, name, city, amount, changed string }

func (r row) line() string { return strings.Join(r.values(), "|") }

func (r row) values() []string { return []string{r.id, r.name, r.city, r.amount, r.changed} }

// rowNames are the columns of a row. rowColumns returns them with types and with the given marks, such as "ID key".
var rowNames = []string{"ID", "NAME", "CITY", "AMOUNT", "CHANGED"}

func rowColumns(marks ...string) []transform.Column {
	types := []string{"INTEGER", "VARCHAR(20)", "VARCHAR(20)", "DECIMAL(10,2)", "TIMESTAMP"}
	definitions := make([]string, len(rowNames))
	for i, name := range rowNames {
		definitions[i] = name + " " + types[i]
		for _, mark := range marks {
			if marked, as, _ := strings.Cut(mark, " "); marked == name {
				definitions[i] += " " + as
			}
		}
	}
	return columns(definitions...)
}

// makeTable creates an empty table that nodes can read.
func (s *fixture) makeTable(name string) {
	s.t.Helper()
	s.exec("CREATE TABLE " + s.name(src, name) +
		` ("ID" INTEGER, "NAME" VARCHAR(20), "CITY" VARCHAR(20), "AMOUNT" DECIMAL(10,2), "CHANGED" ` + s.engine.Dialect().Type("TIMESTAMP") + ")")
}

// fill replaces the rows of a table.
func (s *fixture) fill(name string, rows ...row) {
	s.t.Helper()
	s.exec("DELETE FROM " + s.name(src, name))
	if len(rows) == 0 {
		return
	}
	list := make([]string, len(rows))
	for i, r := range rows {
		list[i] = "(" + s.literals(r) + ")"
	}
	s.exec(fmt.Sprintf("INSERT INTO %s VALUES %s", s.name(src, name), strings.Join(list, ", ")))
}

// literals returns the values of a row in SQL. Not every engine converts texts that are inserted.
func (s *fixture) literals(r row) string {
	values, words := r.values(), s.engine.Dialect()
	types := []string{"INTEGER", "VARCHAR", "VARCHAR", "DECIMAL(10,2)", "TIMESTAMP"}
	for i, value := range values {
		values[i] = "NULL"
		if value != null {
			values[i] = words.Cast(words.Literal(value), types[i])
		}
	}
	return strings.Join(values, ", ")
}

// day returns a timestamp in January.
func day(number int) string { return fmt.Sprintf("2024-01-%02d 00:00:00", number) }

// random draws rows of few values, so that values often repeat. Any value may be missing.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 1))} }

func (r random) pick(from ...string) string { return from[r.IntN(len(from))] }

// row draws a row that changed between two days.
func (r random) row(id string, firstDay, lastDay int) row {
	changed := null
	if r.IntN(6) > 0 {
		changed = day(firstDay + r.IntN(lastDay-firstDay+1))
	}
	return row{id, r.pick("x", "y", "it's", null), r.pick("Rome", "Oslo", null), r.pick("1.00", "2.50", null), changed}
}

// keyed draws rows with different ids; one id may be null.
func (r random) keyed(firstDay, lastDay int) []row {
	var rows []row
	for _, id := range []string{"1", "2", "3", "4", "5", null} {
		if r.IntN(3) > 0 {
			rows = append(rows, r.row(id, firstDay, lastDay))
		}
	}
	return rows
}

// heap draws rows in which ids, and whole rows, occur several times.
func (r random) heap(firstDay, lastDay int) []row {
	var rows []row
	for range r.IntN(6) {
		drawn := r.row(r.pick("1", "2", null), firstDay, lastDay)
		for range 1 + r.IntN(2) {
			rows = append(rows, drawn)
		}
	}
	return rows
}
