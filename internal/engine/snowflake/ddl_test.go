package snowflake_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/snowflaketest"
)

// schemaOnFakesnow returns an engine on fakesnow, a session, and the name of a schema.
func schemaOnFakesnow(t *testing.T) (engine.Engine, engine.Session, engine.Schema) {
	t.Helper()
	e := opened(t, snowflaketest.Fakesnow(t), 0)
	t.Cleanup(func() { _ = e.Close() })
	schema := engine.Schema{Name: "Of tests"}
	if err := e.Prepare(t.Context(), []engine.Schema{schema}); err != nil {
		t.Fatal(err)
	}
	s, err := e.Session(t.Context(), engine.Label{WorkID: "w", Epoch: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e, s, schema
}

// The statements of deployments take effect, as the catalog shows them.
func TestDefinitionsChange(t *testing.T) {
	t.Parallel()
	e, s, schema := schemaOnFakesnow(t)
	d := e.Dialect()
	table, renamed := d.Qualify("", schema.Name, "T"), d.Qualify("", schema.Name, "U")
	for _, step := range []struct{ statement, want string }{
		{d.CreateTable(table) + ` ("A" INTEGER, "B" VARCHAR(20))`, "T: A NUMBER(38,0), B VARCHAR(20)"},
		{d.AddColumn(table, dialect.Column{Name: "C", Type: "DATE"}), "T: A NUMBER(38,0), B VARCHAR(20), C DATE"},
		{d.RenameColumn(table, dialect.Rename{From: "C", To: "D"}), "T: A NUMBER(38,0), B VARCHAR(20), D DATE"},
		{d.DropColumn(table, "B"), "T: A NUMBER(38,0), D DATE"},
		{d.RenameTable(table, "U"), "U: A NUMBER(38,0), D DATE"},
		{d.CreateView(d.Qualify("", schema.Name, "V")) + ` AS SELECT "A" FROM ` + renamed, "U: A NUMBER(38,0), D DATE; V*: A NUMBER(38,0)"},
		{d.DropView(d.Qualify("", schema.Name, "V")), "U: A NUMBER(38,0), D DATE"},
		{d.CreateTable(renamed) + ` AS SELECT 1.5 AS "X"`, "U: X NUMBER(2,1)"},
		{d.DropTable(renamed), ""},
	} {
		if _, err := s.Exec(t.Context(), step.statement); err != nil {
			t.Fatalf("%v\n%s", err, step.statement)
		}
		if got := listed(t, e, schema); got != step.want {
			t.Errorf("got %s, want %s after\n%s", got, step.want, step.statement)
		}
	}
}

func listed(t *testing.T, e engine.Engine, schema engine.Schema) string {
	t.Helper()
	catalog, err := e.Catalog(t.Context(), schema)
	if err != nil {
		t.Fatal(err)
	}
	var relations []string
	for _, relation := range catalog[schema] {
		name := relation.Name
		if relation.IsView {
			name += "*"
		}
		var columns []string
		for _, column := range relation.Columns {
			columns = append(columns, column.Name+" "+column.Type)
		}
		relations = append(relations, name+": "+strings.Join(columns, ", "))
	}
	return strings.Join(relations, "; ")
}

// A type has one name in descriptions and in the catalog, so that a plan finds no difference where there is none.
func TestTypesHaveOneName(t *testing.T) {
	t.Parallel()
	e, s, schema := schemaOnFakesnow(t)
	for i, tt := range []struct{ written, want string }{
		{"INTEGER", "NUMBER(38,0)"},
		{"BIGINT", "NUMBER(38,0)"},
		{"SMALLINT", "NUMBER(38,0)"},
		{"NUMBER", "NUMBER(38,0)"},
		{"NUMBER(10,2)", "NUMBER(10,2)"},
		{"DECIMAL(38,37)", "NUMBER(38,37)"},
		{"NUMERIC(5)", "NUMBER(5,0)"},
		{"FLOAT", "FLOAT"},
		{"DOUBLE", "FLOAT"},
		{"REAL", "FLOAT"},
		{"DOUBLE PRECISION", "FLOAT"},
		{"VARCHAR", "VARCHAR"},
		{"TEXT", "VARCHAR"},
		{"STRING", "VARCHAR"},
		{"BOOLEAN", "BOOLEAN"},
		{"DATE", "DATE"},
		{"TIME", "TIME"},
		{"TIMESTAMP", "TIMESTAMP_NTZ"},
		{"TIMESTAMP_NTZ", "TIMESTAMP_NTZ"},
		{"TIMESTAMP_TZ", "TIMESTAMP_TZ"},
		{"BINARY", "BINARY"},
		{"VARIANT", "VARIANT"},
	} {
		described, err := e.Describe(t.Context(), "SELECT CAST(NULL AS "+tt.written+") AS V")
		if err != nil || len(described) != 1 {
			t.Errorf("%s: %v, %v", tt.written, described, err)
			continue
		}
		name := fmt.Sprintf("T%02d", i)
		if _, err := s.Exec(t.Context(), "CREATE TABLE "+e.Dialect().Qualify("", schema.Name, name)+" (V "+tt.written+")"); err != nil {
			t.Errorf("%s: %v", tt.written, err)
			continue
		}
		catalog, err := e.Catalog(t.Context(), schema)
		if err != nil {
			t.Fatal(err)
		}
		stored := catalog[schema][len(catalog[schema])-1].Columns[0].Type
		if described[0].Type != tt.want || stored != tt.want {
			t.Errorf("%s is described as %s and stored as %s, want %s", tt.written, described[0].Type, stored, tt.want)
		}
	}
}

func TestDecimalsAreExact(t *testing.T) {
	t.Parallel()
	_, s, _ := schemaOnFakesnow(t)
	rows, err := s.Query(t.Context(), "SELECT CAST('12.50' AS NUMBER(10,2)), CAST('-0.05' AS NUMBER(10,2)),"+
		" CAST('1.2345678901234567890123456789012345678' AS NUMBER(38,37)), CAST('7' AS NUMBER(9,0))", 1)
	if want := "[[12.50 -0.05 1.2345678901234567890123456789012345678 7]]"; err != nil || fmt.Sprint(rows.Values) != want {
		t.Errorf("%v, %v, want %s", rows.Values, err, want)
	}
}
