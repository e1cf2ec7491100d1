package deploy_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/transform"
)

// A project with every type of the library's columns is deployed to Trino, refreshed and changed. After each step the next
// plan is empty: the types that Iceberg stores instead, missing defaults and missing constraints are no differences.
func TestDeployment(t *testing.T) {
	t.Parallel()
	t.Run("trino", func(t *testing.T) {
		t.Parallel()
		s := newFixture(t, "trino")
		p := newProject()
		for _, location := range []string{src, out, mart} {
			p.mappings[location] = transform.Mapping{Schema: s.schemaOf(location).Name}
		}
		types := []string{
			"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "DECIMAL(10,2)", "NUMBER", "REAL", "DOUBLE", "BOOLEAN", "DATE", "TIME",
			"TIMESTAMP(3)", "CHAR(3)", "VARCHAR(20)", "STRING", "BINARY", "VARIANT",
		}
		definitions := []string{"ID INTEGER key required"}
		for i, name := range types {
			definitions = append(definitions, "C"+string(rune('A'+i))+" "+name)
		}
		definitions[1] += " default=1"
		p.add(source("ORDERS", columns(definitions...)...))
		all := make([]string, len(definitions))
		for i, definition := range definitions {
			fields := strings.Fields(definition)
			all[i] = s.engine.Dialect().Quote(fields[0]) + " " + s.engine.Dialect().Type(fields[1])
		}
		s.exec("CREATE TABLE "+s.name(src, "ORDERS")+" ("+strings.Join(all, ", ")+")",
			"INSERT INTO "+s.name(src, "ORDERS")+` ("ID", "CA", "CN") VALUES (1, 5, 'a'), (2, NULL, 'b')`)
		p.add(node("Stage", "ALL", columns(definitions...), ref(src, "ORDERS")))
		p.add(node("Dimension", "DIM", columns("ID INTEGER key", "CN VARCHAR tracked", "CC INTEGER"), ref(src, "ORDERS")))
		p.query("Stage", "INFERRED", `SELECT o."ID" AS id, o."CN" || 'x' AS text, o."ID" * 1.5 AS amount FROM {{ ref('SRC', 'ORDERS') }} AS o`)
		p.query("View", "SEEN", `SELECT d."ID" AS id FROM {{ ref('OUT', 'DIM') }} AS d`)
		first := s.deploy(p)
		for range 2 {
			s.refreshAll()
			s.expectNoChanges(s.deployed, first)
		}
		s.expect(out, "DIM", "ID CN", "1|a", "2|b")
		p.add(node("Dimension", "DIM", columns("ID BIGINT key", "CN VARCHAR tracked", "CC VARCHAR", "CB INTEGER"), ref(src, "ORDERS")))
		changed := s.deploy(p) // the first column is widened in place, the other one needs a new table
		s.expect(out, "DIM", "ID CN", "1|a", "2|b")
		s.refreshAll()
		s.expectNoChanges(s.deployed, changed)
	})
}
