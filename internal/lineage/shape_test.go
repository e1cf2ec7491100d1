package lineage_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

var update = flag.Bool("update", false, "write the golden files") //nolint:gochecknoglobals // a flag

// shape is a query and its expected lineage. The golden files contain many:
//
//	=== title [not duckdb]
//	query
//	---
//	expectation
type shape struct {
	title, query, want string
	isForDuckDB        bool
}

const notDuckDB = " [not duckdb]"

func readShapes(t testing.TB, file string) []shape {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var shapes []shape
	for _, part := range strings.Split("\n"+string(content), "\n=== ")[1:] {
		title, rest, _ := strings.Cut(part, "\n")
		query, want, ok := strings.Cut(rest, "\n---\n")
		if !ok {
			t.Fatalf("%s: %s: no line ---", file, title)
		}
		s := shape{query: query, want: strings.Trim(want, "\n")}
		s.title, s.isForDuckDB = strings.TrimSuffix(title, notDuckDB), !strings.HasSuffix(title, notDuckDB)
		shapes = append(shapes, s)
	}
	return shapes
}

func shapeFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/shapes/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no shapes: %v", err)
	}
	return files
}

func TestResolveGolden(t *testing.T) {
	t.Parallel()
	for _, file := range shapeFiles(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			shapes := readShapes(t, file)
			for i := range shapes {
				got := printResolution(resolveText(shapes[i].query), shapes[i].query)
				if *update {
					shapes[i].want = got
					continue
				}
				t.Run(shapes[i].title, func(t *testing.T) {
					t.Parallel()
					if diff := cmp.Diff(shapes[i].want, got); diff != "" {
						t.Errorf("%s\n%s", shapes[i].query, diff)
					}
				})
			}
			if *update {
				writeShapes(t, file, shapes)
			}
		})
	}
}

func writeShapes(t *testing.T, file string, shapes []shape) {
	t.Helper()
	var text strings.Builder
	for i, s := range shapes {
		if i > 0 {
			text.WriteString("\n")
		}
		flag := ""
		if !s.isForDuckDB {
			flag = notDuckDB
		}
		fmt.Fprintf(&text, "=== %s%s\n%s\n---\n%s\n", s.title, flag, s.query, s.want)
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

func resolveText(query string) lineage.Resolution {
	q, err := sqltext.ReadQuery(query)
	if err != nil {
		return lineage.Resolution{Opaque: "unreadable: " + err.Error()}
	}
	return new(lineage.Resolver).Resolve(q, shop{})
}

// printResolution writes a resolution the way the golden files have it.
func printResolution(r lineage.Resolution, query string) string {
	var lines []string
	for _, column := range r.Columns {
		line := column.Name
		if column.Name == "" {
			line = "(no name)"
		}
		if column.DataType != "" {
			line += " " + column.DataType
		}
		line += " <-" + printInputs(column.Inputs)
		if column.Opaque != "" {
			line += " (opaque: " + column.Opaque + ")"
		}
		lines = append(lines, line)
	}
	if len(r.Uses) > 0 {
		lines = append(lines, "uses"+printInputs(r.Uses))
	}
	if r.Opaque != "" {
		lines = append(lines, fmt.Sprintf("opaque: %s at %q", r.Opaque, r.OpaqueAt.Of(query)))
	}
	if r.UsesOpaque != "" {
		lines = append(lines, "uses opaque: "+r.UsesOpaque)
	}
	for _, p := range r.Problems {
		lines = append(lines, fmt.Sprintf("%s at %q: %s; %s", p.Kind, p.Range.Of(query), p.Message, p.Hint))
	}
	return strings.Join(lines, "\n")
}

func printInputs(inputs []lineage.Input) string {
	text := ""
	for _, in := range inputs {
		text += fmt.Sprintf(" %s.%s:%s", in.Node, in.Column, in.Use)
	}
	return text
}

// shop is a small catalog. Ids are derived from names, so that expectations are readable.
type shop struct{}

var shopTables = map[string][]lineage.Column{
	"ORDERS":    columns("ID INTEGER", "CUSTOMER_ID INTEGER", "STATUS VARCHAR", "AMOUNT DECIMAL(10,2)", "ORDER_DATE DATE"),
	"CUSTOMERS": columns("ID INTEGER", "NAME VARCHAR", "EMAIL VARCHAR", "REGION_ID INTEGER", "IS_ACTIVE BOOLEAN"),
	"REGIONS":   columns("REGION_ID INTEGER", "NAME VARCHAR"),
	"ITEMS":     columns("ORDER_ID INTEGER", "SKU VARCHAR", "QTY INTEGER", "PRICE DOUBLE"),
	"EMPLOYEES": columns("ID INTEGER", "MANAGER_ID INTEGER", "NAME VARCHAR"),
	"EVENTS":    columns("ID INTEGER", "TAGS VARCHAR[]", "PAYLOAD STRUCT(kind VARCHAR, size INTEGER)", "SEEN_AT TIMESTAMP"),
}

func columns(texts ...string) []lineage.Column {
	var list []lineage.Column
	for _, text := range texts {
		name, dataType, _ := strings.Cut(text, " ")
		list = append(list, lineage.Column{ID: transform.ColumnID(strings.ToLower(name)), Name: name, DataType: dataType})
	}
	return list
}

func (shop) Columns(ref transform.NodeRef) (transform.NodeID, []lineage.Column, bool) {
	if ref.Name == "MYSTERY" {
		return "mystery", nil, false
	}
	list, ok := shopTables[ref.Name]
	if !ok || ref.Location != "S" {
		return "", nil, false
	}
	return transform.NodeID(strings.ToLower(ref.Name)), list, true
}
