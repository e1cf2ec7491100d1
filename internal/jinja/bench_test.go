package jinja_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

func insertSelect(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/insert_select.sql.j2")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// insertSelectContext returns a node with twelve columns.
func insertSelectContext() map[string]any {
	var columns []any
	for i := range 12 {
		column := map[string]any{
			"name": fmt.Sprintf("column_%d", i), "dataType": "VARCHAR", "nullable": true, "description": "", "defaultValue": "",
			"transform": "", "sourceColumns": []any{map[string]any{"node": map[string]any{"name": "SRC"}, "column": map[string]any{"name": "C"}}},
		}
		switch i {
		case 0:
			column["isBusinessKey"] = true
		case 3, 5, 7:
			column["transform"] = `TRIM("SRC"."C")`
			column["isChangeTracking"] = i == 7
		case 10:
			column["isSystemCreateDate"] = true
		case 11:
			column["isSystemUpdateDate"] = true
		}
		columns = append(columns, column)
	}
	return map[string]any{
		"node": map[string]any{"name": "STG_ORDERS", "location": map[string]any{"name": "WORK"}}, "columns": columns,
		"config":  map[string]any{"truncateBefore": true, "distinct": false},
		"sources": []any{map[string]any{"name": "ORDERS", "join": `FROM "RAW"."ORDERS" "SRC"`, "cteString": "", "columns": columns}},
		"this":    `"DB"."WORK"."STG_ORDERS"`,
	}
}

func insertSelectInput() jinja.Input {
	variables := map[string]jinja.Value{}
	for name, v := range insertSelectContext() {
		variables[name] = jinja.FromGo(v)
	}
	return jinja.Input{Variables: variables}
}

func benchEnvironment() *jinja.Environment {
	return jinja.NewEnvironment(jinja.Options{Globals: map[string]jinja.Value{
		"stage": jinja.Function("stage", func(args jinja.Arguments) (jinja.Value, error) {
			bound, err := args.Bind("name", "continue_on_failure?", "type?")
			return jinja.String("-- stage " + bound[0].String()), err
		}),
	}})
}

func BenchmarkCompile(b *testing.B) {
	env, text := benchEnvironment(), insertSelect(b)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := env.Compile("run", text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	template, err := benchEnvironment().Compile("run", insertSelect(b))
	if err != nil {
		b.Fatal(err)
	}
	in := insertSelectInput()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := template.Render(in); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRenderPlain(b *testing.B) {
	template, err := benchEnvironment().Compile("run", "SELECT 1\nFROM t\nWHERE x = {'a': 1}\n")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := template.Render(jinja.Input{}); err != nil {
			b.Fatal(err)
		}
	}
}
