package nodetype_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/millrace/millrace/internal/transform"
)

// version is a row of the expected history.
type version struct{ name, city string }

// model is the expected table: the versions of each key, the last of them current.
type model map[string][]version

// load applies rows to the model: a changed city creates a version, a changed name overwrites the last one.
func (m model) load(rows map[string]version) {
	for key, row := range rows {
		history := m[key]
		switch {
		case len(history) == 0 || history[len(history)-1].city != row.city:
			m[key] = append(history, row)
		default:
			history[len(history)-1].name = row.name
		}
	}
}

func (m model) rows() []string {
	var rows []string
	for key, history := range m {
		for i, v := range history {
			flag := "N"
			if i == len(history)-1 {
				flag = "Y"
			}
			rows = append(rows, fmt.Sprintf("%s|%s|%s|%d|%s", key, v.name, v.city, i+1, flag))
		}
	}
	return rows
}

// randomLoad returns random keys and values, each of which may be NULL, written as a bar-separated field.
func randomLoad(random *rand.Rand) map[string]version {
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	rows := map[string]version{}
	for range random.IntN(6) {
		rows[pick("1", "2", "3", "4", "-")] = version{name: pick("x", "y", "-"), city: pick("a", "b", "-")}
	}
	return rows
}

// sqlValue writes a field as SQL.
func sqlValue(field string) string {
	if field == "-" {
		return "NULL"
	}
	return "'" + field + "'"
}

// Many random loads produce the history of the model.
func TestHistoryFollowsTheModel(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		for name, node := range keepingHistory() {
			random, want, n := rand.New(rand.NewPCG(1, 2)), model{}, node()
			w.fill("A")
			w.create(n)
			for load := range w.randomLoads() {
				rows := randomLoad(random)
				w.fillFrom(rows)
				w.run(n)
				want.load(rows)
				w.expect(`"ID", "NAME", "CITY", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG"`, want.rows()...)
				w.checkHistory()
				if w.t.Failed() {
					w.t.Fatalf("%s after load %d: %v", name, load+1, rows)
				}
			}
		}
	})
}

// fillFrom replaces the rows of A.
func (w *warehouse) fillFrom(rows map[string]version) {
	w.t.Helper()
	var values []string
	for key, row := range rows {
		id := key
		if key == "-" {
			id = "NULL"
		}
		values = append(values, fmt.Sprintf("%s,%s,%s,1,NULL", id, sqlValue(row.name), sqlValue(row.city)))
	}
	w.fill("A", values...)
}

// Without history, the table has the last row of each key.
func TestOverwritingFollowsTheModel(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		for _, kind := range []transform.NodeTypeID{"persistentStage", "Dimension", "Fact"} {
			random, last := rand.New(rand.NewPCG(3, 4)), map[string]version{}
			n := yamlNode(kind, columns("ID INTEGER key", "NAME VARCHAR", "CITY VARCHAR"), "A")
			w.fill("A")
			w.create(n)
			for range w.randomLoads() {
				rows := randomLoad(random)
				w.fillFrom(rows)
				w.run(n)
				var want []string
				maps.Copy(last, rows)
				for key, row := range last {
					want = append(want, key+"|"+row.name+"|"+row.city)
				}
				w.expect(`"ID", "NAME", "CITY"`, want...)
			}
		}
	})
}
