package projectfile_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// manyNodes returns a project of YAML nodes with 15 columns each, of some 8 KB, and a tenth of SQL nodes.
func manyNodes(count int) fstest.MapFS {
	p := &transform.Project{Manifest: transform.Manifest{Platform: "duckdb"}, Locations: []string{"RAW", "WORK"}}
	for i := range count {
		if i%10 == 9 {
			p.Nodes = append(p.Nodes, manySQLNode(i))
			continue
		}
		p.Nodes = append(p.Nodes, manyYAMLNode(i))
	}
	fsys := fstest.MapFS{}
	for file, content := range projectfile.Files(p) {
		fsys[file] = &fstest.MapFile{Data: content}
	}
	return fsys
}

func nodeID(i int) transform.NodeID {
	return transform.NodeID(fmt.Sprintf("30f53277-15f6-47da-ac07-%012d", i))
}

func manyYAMLNode(i int) *transform.Node {
	n := &transform.Node{
		ID: nodeID(i), Name: fmt.Sprintf("STG_%05d", i), Location: "WORK", Kind: transform.YAMLNode, Type: "Stage",
		Materialization: "table", DeployEnabled: true,
		Config: map[string]any{"testsEnabled": true, "truncateBefore": true, "preSQL": "", "postSQL": ""},
	}
	for c := range 15 {
		n.Columns = append(n.Columns, transform.Column{
			ID: transform.ColumnID(fmt.Sprintf("b550bd29-8799-4296-%04d-%012d", c, i)), Name: fmt.Sprintf("COLUMN_%d", c),
			DataType: "VARCHAR(64)", Nullable: true,
			Sources: []transform.ColumnSource{{References: []transform.ColumnRef{{
				Node: nodeID(i - 1), Column: transform.ColumnID(fmt.Sprintf("b550bd29-8799-4296-%04d-%012d", c, i-1)),
			}}}},
		})
	}
	upstream := transform.NodeRef{Location: "WORK", Name: fmt.Sprintf("STG_%05d", max(i-1, 0))}
	n.Sources = []transform.Source{{
		Name: n.Name, Dependencies: []transform.NodeRef{upstream},
		Join: fmt.Sprintf("FROM {{ ref('WORK', '%s') }} \"A\"\nWHERE \"A\".\"COLUMN_0\" IS NOT NULL", upstream.Name),
	}}
	return n
}

func manySQLNode(i int) *transform.Node {
	var b strings.Builder
	fmt.Fprintf(&b, "@id(%q)\n@nodeType(\"Stage\")\n\nSELECT\n", nodeID(i))
	for c := range 15 {
		fmt.Fprintf(&b, "  a.\"COLUMN_%d\" AS \"COLUMN_%d\",\n", c, c)
	}
	fmt.Fprintf(&b, "  1 AS one\nFROM {{ ref('WORK', 'STG_%05d') }} a\n", i-1)
	return &transform.Node{
		Name: fmt.Sprintf("STG_%05d", i), Location: "WORK", Kind: transform.SQLNode,
		SQL: &transform.SQLText{Text: b.String()},
	}
}

func BenchmarkRead(b *testing.B) {
	const count = 1000
	fsys := manyNodes(count)
	b.ReportAllocs()
	for b.Loop() {
		p, found := projectfile.Read(fsys, projectfile.Options{})
		if len(p.Nodes) != count || len(found) > 0 {
			b.Fatalf("%d nodes\n%s", len(p.Nodes), texts(found))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/node")
}

func BenchmarkParseNode(b *testing.B) {
	fsys := manyNodes(2)
	content := string(fsys["nodes/WORK-STG_00001.yml"].Data)
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if _, found := projectfile.ParseNode("nodes/WORK-STG_00001.yml", content); len(found) > 0 {
			b.Fatal(texts(found))
		}
	}
}

func BenchmarkWriteNode(b *testing.B) {
	fsys := manyNodes(2)
	content := fsys["nodes/WORK-STG_00001.yml"].Data
	n, _ := projectfile.ParseNode("nodes/WORK-STG_00001.yml", string(content))
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := projectfile.WriteNode(n, content); err != nil {
			b.Fatal(err)
		}
	}
}
