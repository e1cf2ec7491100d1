package lineage_test

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// FuzzResolve reads any text as a query, as a join and as a transform. The result must satisfy the guarantees of the
// package.
func FuzzResolve(f *testing.F) {
	for _, file := range shapeFiles(f) {
		for _, s := range readShapes(f, file) {
			f.Add(s.query)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if q, err := sqltext.ReadQuery(text); err == nil {
			r := new(lineage.Resolver).Resolve(q, shop{})
			for _, column := range r.Columns {
				checkInputs(t, column.Inputs, lineage.PassThrough, lineage.Transform)
			}
			checkInputs(t, r.Uses, lineage.Filter, lineage.Join)
			for _, p := range r.Problems {
				if p.Message == "" || p.Range.Start < 0 || p.Range.End > len(text) {
					t.Errorf("problem %+v", p)
				}
			}
		}
		n := &transform.Node{
			Columns: []transform.Column{{ID: "c", Sources: []transform.ColumnSource{{Transform: text, References: refs("orders.id")}}}},
			Sources: []transform.Source{{Join: text}, {Join: "FROM {{ ref('S','ORDERS') }} " + text}},
		}
		got := new(lineage.Resolver).FromYAMLNode(n, shop{})
		checkInputs(t, got.Columns[0].Inputs, lineage.PassThrough, lineage.Transform)
		checkInputs(t, got.Uses, lineage.Filter, lineage.Join)
	})
}

// checkInputs requires inputs that exist, in order, without duplicates and with one of two uses.
func checkInputs(t *testing.T, inputs []lineage.Input, uses ...lineage.Use) {
	t.Helper()
	for i, in := range inputs {
		if !slices.Contains(uses, in.Use) {
			t.Errorf("%v has a use that does not belong here", in)
		}
		if !isInShop(in) {
			t.Errorf("%v does not exist", in)
		}
		if i > 0 && (lineage.Endpoint{Node: in.Node, Column: in.Column}).Compare(lineage.Endpoint{Node: inputs[i-1].Node, Column: inputs[i-1].Column}) < 0 {
			t.Errorf("%v is out of order", in)
		}
	}
}

func isInShop(in lineage.Input) bool {
	for name, list := range shopTables {
		node, _, _ := shop{}.Columns(transform.NodeRef{Location: "S", Name: name})
		if node == in.Node && slices.ContainsFunc(list, func(c lineage.Column) bool { return c.ID == in.Column }) {
			return true
		}
	}
	return false
}
