package dialect_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/jinja"
)

var update = flag.Bool("update", false, "update the golden files") //nolint:gochecknoglobals // a flag of the test program

// templateForms calls each function of the template object once.
const templateForms = `name: {{ dialect.name }}
publishes_by_statement: {{ dialect.publishes_by_statement }}
transactional_ddl: {{ dialect.transactional_ddl }}
replaces_tables: {{ dialect.replaces_tables }}
generates_keys: {{ dialect.generates_keys }}
supports_merge: {{ dialect.supports_merge }}
reads_files: {{ dialect.reads_files }}
loses_not_null: {{ dialect.loses_not_null }}
changes_by_alias: {{ dialect.changes_by_alias }}
inserts_exact_types: {{ dialect.inserts_exact_types }}
concat: {{ 'a' ~ dialect.concat ~ 'b' }}
quote: {{ dialect.quote('A B') }}
names: {{ dialect.names(['A', {'name': 'B'}], 'x.') }}
literal: {{ dialect.literal("it's") }}
boolean: {{ dialect.boolean(true) }} {{ dialect.boolean(0) }}
moment: {{ dialect.moment('2999-12-31 00:00:00') }}
now: {{ dialect.now() }}
type: {{ dialect.type('VARCHAR(20)') }}, {{ dialect.type('NUMBER(38,0)') }}, {{ dialect.type(data_type='TIMESTAMP') }}
cast: {{ dialect.cast('x', 'DECIMAL(10,2)') }}
shift: {{ dialect.shift('x', -3, 'days') }}
differs: {{ dialect.differs('a', 'b') }}
same: {{ dialect.same('a', 'b') }}
same_key: {{ dialect.same_key('a', 'b') }}
hash: {{ dialect.hash(['a', 'b'], 'MD5') }}
hash of bytes: {{ dialect.hash(['a'], 'SHA256', 'BINARY') }}
beside: {{ dialect.beside(table, '_X') }}
column: {{ dialect.column('A', 'INTEGER', not_null=true, default='0') }}
create_table: {{ dialect.create_table(table) }}
create_view: {{ dialect.create_view(table) }}
drop_table: {{ dialect.drop_table(table) }}
drop_view: {{ dialect.drop_view(table) }}
empty_table: {{ dialect.empty_table(table) }}
work_table: {{ dialect.work_table(table) }}
create_work_table: {{ dialect.create_work_table(dialect.work_table(table)) }}
define_key: {{ dialect.define_key(table, 'K') }}
make_key: {{ dialect.make_key(table, 'K') }}
create_key: {{ dialect.create_key(table) }}
drop_key: {{ dialect.drop_key(table) }}
set_not_null: {{ dialect.set_not_null(table, 'A') }}
set_default: {{ dialect.set_default(table, 'A', '0') }}
update_from: {{ dialect.update_from(table, 'w', ['a = loaded.a', 'b = 1'], 'target.k = loaded.k', 'target.a <> loaded.a') }}
read_file: {{ dialect.read_file('a/*.csv', [{'name': 'A', 'dataType': ''}], false, ';') if dialect.reads_files }}
update_from all: {{ dialect.update_from(table, 'w', ['b = 1'], 'target.k = loaded.k') }}
`

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, kind := range enginekind.Names() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			d := lookup(t, kind)
			table := d.Qualify("D", "S", "T")
			template, err := jinja.NewEnvironment(jinja.Options{}).Compile("forms", templateForms)
			if err != nil {
				t.Fatal(err)
			}
			text, err := template.Render(jinja.Input{Variables: map[string]jinja.Value{"dialect": d.Object(), "table": jinja.String(table)}})
			if err != nil {
				t.Fatal(err)
			}
			compareGolden(t, filepath.Join("testdata", kind+".txt"), text+"\n"+planForms(d, table))
		})
	}
}

// planForms calls the functions that only plans use.
func planForms(d *dialect.Dialect, table string) string {
	var text strings.Builder
	for _, template := range []struct{ name, sql string }{
		{"AddColumn", d.AddColumn(table, dialect.Column{Name: "A", Type: "VARCHAR(9)", Default: "'x'", NotNull: true})},
		{"DropColumn", d.DropColumn(table, "A")},
		{"RenameColumn", d.RenameColumn(table, dialect.Rename{From: "A", To: "B"})},
		{"SetColumnType", d.SetColumnType(table, dialect.Column{Name: "A", Type: "NUMBER(9,1)"})},
		{"SetColumnNull", d.SetColumnNull(table, dialect.Column{Name: "A", Type: "INTEGER", NotNull: true})},
		{"SetColumnNull", d.SetColumnNull(table, dialect.Column{Name: "A", Type: "INTEGER"})},
		{"SetColumnDefault", d.SetColumnDefault(table, dialect.Column{Name: "A", Default: "1"})},
		{"SetColumnDefault", d.SetColumnDefault(table, dialect.Column{Name: "A"})},
		{"SetColumnType", d.SetColumnType(table, dialect.Column{Name: "A", Type: "OWN TYPE", IsOwnType: true})},
		{"RenameTable", d.RenameTable(table, "U")},
		{"MoveTable", d.MoveTable(table, "U")},
		{"AdvanceKey", d.AdvanceKey(table, "K")},
		{"Digest", d.Digest(table)},
	} {
		fmt.Fprintf(&text, "%s: %s\n", template.name, template.sql)
	}
	return text.String()
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; write it with go test -run TestGolden -update", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// The golden files contain every function of the template object, and every engine fills all placeholders.
func TestGoldenFilesCoverEveryFunction(t *testing.T) {
	t.Parallel()
	for _, kind := range enginekind.Names() {
		object, ok := lookup(t, kind).Object().AsDict()
		if !ok {
			t.Fatal("the object is no dict")
		}
		for _, name := range object.Keys() {
			if name != "fail" && !strings.Contains(templateForms, "dialect."+name) {
				t.Errorf("%s is not in the golden files", name)
			}
		}
		text, err := os.ReadFile(filepath.Join("testdata", kind+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.ContainsAny(text, "{}") {
			t.Errorf("%s has a template with an unfilled placeholder", kind)
		}
	}
}

func TestWrongCalls(t *testing.T) {
	t.Parallel()
	object := lookup(t, "duckdb").Object()
	for expression, want := range map[string]string{
		`dialect.quote()`:                                "missing 1 required positional argument: 'identifier'",
		`dialect.quote('a', 'b')`:                        "takes 1 positional argument",
		`dialect.shift('x', 'y', 'day')`:                 "whole number",
		`dialect.shift('x', 1, 'century')`:               "not a unit of time",
		`dialect.hash(3)`:                                "not iterable",
		`dialect.hash(['a'], 'CRC')`:                     "has no hash function CRC",
		`dialect.hash([], 'MD5')`:                        "a hash needs columns",
		`dialect.names(1)`:                               "not iterable",
		`dialect.update_from('t', 'w', 1, 'x')`:          "not iterable",
		`dialect.fail('no way', 'Try another.')`:         "no way",
		`dialect.nothing('x')`:                           "has no attribute 'nothing'",
		`dialect.update({'quote': 1})`:                   "cannot be changed",
		`dialect.column('a')`:                            "missing 1 required positional argument",
		`dialect.boolean()`:                              "missing 1 required positional argument",
		`dialect.cast('x', 'INTEGER', 'y')`:              "takes 2 positional arguments",
		`dialect.define_key(table='x', column='y', z=1)`: "unexpected keyword argument",
	} {
		template, err := jinja.NewEnvironment(jinja.Options{}).Compile("call", "{{ "+expression+" }}")
		if err != nil {
			t.Fatal(err)
		}
		_, err = template.Render(jinja.Input{Variables: map[string]jinja.Value{"dialect": object}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", expression, err, want)
		}
	}
}
