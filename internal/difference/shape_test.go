package difference_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
)

// typed returns a project with one node of its own node type.
func typed(strategy, create string, columns ...string) files {
	f := files{
		"data.yml":      "fileVersion: 3\nplatformKind: duckdb\n",
		"locations.yml": "fileVersion: 1\nlocations:\n  - OUT\n",
		"nodeTypes/X-X/definition.yml": "fileVersion: 1\nid: X\nname: X\ntype: NodeType\nisDisabled: false\nmetadata:\n  nodeMetadataSpec: |-\n" +
			"    capitalized: X\n    short: X\n    plural: X\n    deployStrategy: " + strategy + "\n",
		"nodeTypes/X-X/create.sql.j2": create,
		"nodeTypes/X-X/run.sql.j2":    "",
	}
	f.node("T", "X", columns...)
	return f
}

// node adds a table to OUT. Its columns are words: a name and a type, and key, required or default=.
func (f files) node(name, kind string, columns ...string) {
	f["nodes/OUT-"+name+".yml"] = nodeFile(name, kind, columns...)
}

// materialize sets the materialization of the node T.
func (f files) materialize(as string) {
	f["nodes/OUT-T.yml"] = strings.Replace(f["nodes/OUT-T.yml"], "materializationType: table", "materializationType: "+as, 1)
}

func nodeFile(name, kind string, columns ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "fileVersion: 1\nid: id-%s\nname: %s\ntype: Node\noperation:\n  name: %s\n  type: sql\n  sqlType: %s\n", name, name, name, kind)
	b.WriteString("  locationName: OUT\n  materializationType: table\n  deployEnabled: true\n  database: \"\"\n  schema: \"\"\n  description: \"\"\n" +
		"  isMultisource: false\n  overrideSQL: false\n  version: 1\n  config: {}\n  metadata:\n    sourceMapping: []\n    columns:\n")
	for _, column := range columns {
		fields := strings.Fields(column)
		nullable := !strings.Contains(column, " required")
		_, value, _ := strings.Cut(column, " default=")
		fmt.Fprintf(&b, "      - name: %s\n        dataType: %s\n        nullable: %v\n        defaultValue: %q\n        description: \"\"\n",
			fields[0], fields[1], nullable, value)
		fmt.Fprintf(&b, "        columnReference:\n          columnCounter: c-%s\n          stepCounter: id-%s\n", fields[0], name)
	}
	return b.String()
}

func compiled(t *testing.T, f files) *compiler.Compilation {
	t.Helper()
	c := f.compile(compiler.Options{DefaultDatabase: "main"})
	for _, d := range c.Diagnostics {
		t.Logf("compiler: %s", d)
	}
	return c
}

// stateOf is the state of the node T.
func stateOf(t *testing.T, f files) difference.State {
	t.Helper()
	c := compiled(t, f)
	n, ok := c.Node("id-T")
	if !ok {
		t.Fatal("no node")
	}
	return difference.StateOf(c, n)
}

// The shape of a table follows its CREATE statement, whatever its node lists.
func TestShapeOfTable(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		create string
		want   string
	}{
		"plain":      {`CREATE TABLE {{ this }} ("A" INTEGER, "B" VARCHAR(10) NOT NULL DEFAULT 'a,b')`, `table A INTEGER, B VARCHAR(10) required default='a,b'`},
		"comments":   {"-- first\nCREATE /* x */ OR REPLACE TABLE {{ this }} (\n-- a column\n\"A\" DECIMAL(10, 2) NULL, B DOUBLE PRECISION)", `table A DECIMAL(10, 2), B DOUBLE PRECISION`},
		"key":        {`CREATE TABLE {{ this }} ({{ dialect.define_key(this, 'A') }}, "B" TIMESTAMP WITH TIME ZONE)`, `table A BIGINT required, B TIMESTAMP WITH TIME ZONE key=A`},
		"constraint": {`CREATE TABLE {{ this }} ("A" INTEGER, "B" INTEGER UNIQUE, PRIMARY KEY ("A"), CHECK ("B" > 0))`, `table A INTEGER required, B INTEGER parts`},
		"default":    {`CREATE TABLE {{ this }} ("A" TIMESTAMP DEFAULT (now() AT TIME ZONE 'UTC') NOT NULL)`, `table A TIMESTAMP required default=(now() AT TIME ZONE 'UTC')`},
		"two":        {`DROP TABLE IF EXISTS {{ this }}; CREATE TABLE {{ this }} ("A" INTEGER); CREATE INDEX x ON {{ this }} ("A")`, `table A INTEGER parts`},
		"query":      {`CREATE TABLE {{ this }} AS SELECT 1 AS "A"`, `table A VARCHAR loose`},
		"other":      {`CREATE STREAM {{ this }}`, `table A VARCHAR loose`},
		"broken":     {`CREATE TABLE {{ this }} ("A", "B"`, `table A VARCHAR loose`},
		"view":       {`CREATE OR REPLACE VIEW {{ this }} AS SELECT 1 AS "A"`, `view A VARCHAR loose`},
		"nothing":    {`{# nothing #}`, `none A VARCHAR loose`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, written(stateOf(t, typed("default", tt.create, "A VARCHAR")))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// written is the shape of a state in one line.
func written(s difference.State) string {
	parts := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		parts[i] = c.Name + " " + c.Type
		if !c.Nullable {
			parts[i] += " required"
		}
		if c.Default != "" {
			parts[i] += " default=" + c.Default
		}
	}
	text := string(s.Kind) + " " + strings.Join(parts, ", ")
	if s.Key != "" {
		text += " key=" + s.Key
	}
	if s.HasParts {
		text += " parts"
	}
	if s.ColumnsUnknown {
		text += " loose"
	}
	return text
}

// The frame of a table is what statements about columns cannot change.
func TestFrames(t *testing.T) {
	t.Parallel()
	frame := func(create string) string {
		return stateOf(t, typed("default", create, "A VARCHAR")).Fingerprints.Frame
	}
	plain := frame(`CREATE TABLE {{ this }} ("A" INTEGER)`)
	for create, isSame := range map[string]bool{
		"CREATE TABLE  {{ this }} /* */ (\"A\" INTEGER)":                           true,
		`CREATE TABLE {{ this }} ("B" VARCHAR, "A" INTEGER DEFAULT 1)`:             true,
		`CREATE TABLE {{ this }} ("A" INTEGER UNIQUE)`:                             false,
		`CREATE TABLE {{ this }} ("A" INTEGER, PRIMARY KEY ("A"))`:                 false,
		`CREATE TABLE {{ this }} ("A" INTEGER) WITH (fillfactor = 70)`:             false,
		`CREATE TABLE {{ this }} ("A" INTEGER); INSERT INTO {{ this }} VALUES (1)`: false,
	} {
		if got := frame(create) == plain; got != isSame {
			t.Errorf("the frame of %s is the same: %v", create, got)
		}
	}
}
