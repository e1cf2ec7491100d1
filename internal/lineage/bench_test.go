package lineage_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

const typicalQuery = `SELECT o.ID, o.CUSTOMER_ID, UPPER(TRIM(o.STATUS)) AS STATUS, o.AMOUNT, o.ORDER_DATE,
	c.NAME AS CUSTOMER, c.EMAIL, c.IS_ACTIVE, r.NAME AS REGION,
	o.AMOUNT * 1.2 AS GROSS, COALESCE(c.NAME, 'unknown') AS LABEL,
	CASE WHEN o.AMOUNT > 100 THEN 'large' ELSE o.STATUS END AS SIZE
FROM {{ ref('S','ORDERS') }} o
LEFT JOIN {{ ref('S','CUSTOMERS') }} c ON o.CUSTOMER_ID = c.ID
LEFT JOIN {{ ref('S','REGIONS') }} r ON c.REGION_ID = r.REGION_ID
WHERE o.STATUS <> 'void' AND o.AMOUNT > 0`

func BenchmarkResolve(b *testing.B) {
	q, err := sqltext.ReadQuery(typicalQuery)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if r := new(lineage.Resolver).Resolve(q, shop{}); len(r.Columns) != 12 {
			b.Fatal(len(r.Columns))
		}
	}
}

func BenchmarkReadAndResolve(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if r := resolveText(typicalQuery); len(r.Columns) != 12 {
			b.Fatal(len(r.Columns))
		}
	}
}

func BenchmarkFromYAMLNode(b *testing.B) {
	n := &transform.Node{Sources: []transform.Source{{Join: ordersJoin}}}
	for i := range 12 {
		source := transform.ColumnSource{References: refs("orders.status")}
		if i%3 == 0 {
			source.Transform = `UPPER("ORDERS"."STATUS")`
		}
		n.Columns = append(n.Columns, transform.Column{ID: transform.ColumnID(fmt.Sprint(i)), Sources: []transform.ColumnSource{source}})
	}
	b.ReportAllocs()
	for b.Loop() {
		new(lineage.Resolver).FromYAMLNode(n, shop{})
	}
}

const (
	manyNodes   = 10_000
	manyColumns = 12
)

// manyIDs are ids as projects have them.
func manyIDs() (nodes []transform.NodeID, columns []transform.ColumnID) {
	for i := range manyNodes {
		nodes = append(nodes, transform.NodeID(fmt.Sprintf("5f1c8e1a-0000-4000-8000-%012d", i)))
	}
	for i := range manyColumns {
		columns = append(columns, transform.ColumnID(fmt.Sprintf("c0ffee00-0000-4000-8000-%012d", i)))
	}
	return nodes, columns
}

// manyLineage returns the lineage of the i-th of many nodes: two nodes upstream, a value or two for each column.
func manyLineage(i int, nodes []transform.NodeID, columns []transform.ColumnID) lineage.NodeLineage {
	n := lineage.NodeLineage{}
	for c, column := range columns {
		n.Columns = append(n.Columns, lineage.ColumnLineage{Column: column})
		if i < manyNodes/10 {
			continue
		}
		left, right := nodes[i-manyNodes/10], nodes[i/2]
		n.Columns[c].Inputs = []lineage.Input{{Node: left, Column: columns[c], Use: lineage.PassThrough}}
		if c%2 == 0 {
			n.Columns[c].Inputs = append(n.Columns[c].Inputs, lineage.Input{Node: right, Column: columns[(c+1)%manyColumns], Use: lineage.Transform})
		}
		if c == 0 {
			n.Reads = []transform.NodeID{left, right}
			n.Uses = []lineage.Input{{Node: left, Column: columns[0], Use: lineage.Join}, {Node: right, Column: columns[0], Use: lineage.Join}}
		}
	}
	return n
}

func manyIndex(nodes []transform.NodeID, columns []transform.ColumnID) *lineage.Index {
	var b lineage.Builder
	for i, node := range nodes {
		b.Add(node, manyLineage(i, nodes, columns))
	}
	return b.Build()
}

func BenchmarkIndex(b *testing.B) {
	nodes, columns := manyIDs()
	b.ReportAllocs()
	for b.Loop() {
		manyIndex(nodes, columns)
	}
	b.StopTimer()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	x := manyIndex(nodes, columns)
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc)-float64(before.HeapAlloc), "held-B")
	runtime.KeepAlive(x)
}

func BenchmarkReplace(b *testing.B) {
	nodes, columns := manyIDs()
	x := manyIndex(nodes, columns)
	n := manyLineage(manyNodes-1, nodes, columns)
	b.ReportAllocs()
	for b.Loop() {
		x.Replace(nodes[manyNodes/2], n)
	}
}

func BenchmarkUpstream(b *testing.B) {
	nodes, columns := manyIDs()
	x := manyIndex(nodes, columns)
	b.ReportAllocs()
	for b.Loop() {
		x.Upstream(lineage.Endpoint{Node: nodes[manyNodes-1], Column: columns[0]}, lineage.Reach{Uses: lineage.UsesShown})
	}
}

func BenchmarkDownstream(b *testing.B) {
	nodes, columns := manyIDs()
	x := manyIndex(nodes, columns)
	b.ReportAllocs()
	for b.Loop() {
		x.Downstream(lineage.Endpoint{Node: nodes[0]}, lineage.Reach{Uses: lineage.UsesFollowed})
	}
}
