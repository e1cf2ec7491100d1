package lineage_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// ref writes a column reference in short: "orders.id".
func refs(texts ...string) []transform.ColumnRef {
	var list []transform.ColumnRef
	for _, text := range texts {
		node, column, _ := strings.Cut(text, ".")
		list = append(list, transform.ColumnRef{Node: transform.NodeID(node), Column: transform.ColumnID(column)})
	}
	return list
}

const ordersJoin = `FROM {{ ref('S','ORDERS') }} "ORDERS"
LEFT JOIN {{ ref('S','CUSTOMERS') }} "C" ON "ORDERS"."CUSTOMER_ID" = "C"."ID"
WHERE "ORDERS"."AMOUNT" > 10`

const ordersUses = "uses customers.id:join orders.amount:filter orders.customer_id:join"

func TestFromYAMLNode(t *testing.T) {
	t.Parallel()
	cases := []struct {
		title     string
		join      string
		transform string
		refs      []transform.ColumnRef
		want      string
	}{
		{"passed through", ordersJoin, "", refs("orders.status"), "orders.status:passThrough"},
		{"derived from nothing", ordersJoin, "", refs("0.0"), ""},
		{"the helper token alone", ordersJoin, " {{ SRC }} ", refs("orders.status"), "orders.status:passThrough"},
		{"helper tokens of node and column", ordersJoin, `"{{SRC_NODE}}"."{{SRC_COL}}"`, refs("orders.status"), "orders.status:passThrough"},
		{"a helper token in a call", ordersJoin, "NULLIF({{SRC}}, '')", refs("orders.status"), "orders.status:transform"},
		{"the plain column", ordersJoin, `"ORDERS"."STATUS"`, refs("orders.status"), "orders.status:passThrough"},
		{"the plain column, without a reference", ordersJoin, `"ORDERS"."STATUS"`, nil, "orders.status:passThrough"},
		{"the plain column of an alias", ordersJoin, `C.NAME`, refs("customers.name"), "customers.name:passThrough"},
		{"an unknown column with a reference", `FROM {{ ref('S','MYSTERY') }} "M"`, `"M"."X"`, refs("mystery.x"), "mystery.x:passThrough"},
		{"an expression", ordersJoin, `UPPER("ORDERS"."STATUS")`, refs("orders.status"), "orders.status:transform"},
		{
			"a column that the references forget", ordersJoin, `COALESCE("ORDERS"."STATUS", "C"."NAME")`, refs("orders.status"),
			"customers.name:transform orders.status:transform",
		},
		{
			"references that the transform does not mention", ordersJoin, `my_function(1)`, refs("orders.status", "orders.id"),
			"orders.id:transform orders.status:transform",
		},
		{
			"a reference next to another column", ordersJoin, `"C"."NAME"`, refs("orders.status"),
			"customers.name:passThrough orders.status:transform",
		},
		{"a macro", ordersJoin, `{{ cents('"ORDERS"."AMOUNT"') }}`, refs("orders.amount"), "orders.amount:transform"},
		{"text that is no SQL", ordersJoin, `)) nonsense ((`, refs("orders.amount"), "orders.amount:transform"},
		{"a constant", ordersJoin, `'x'`, nil, ""},
		{
			"a sub-query", ordersJoin, `(SELECT MAX(i."PRICE") FROM {{ ref('S','ITEMS') }} i WHERE i."ORDER_ID" = "ORDERS"."ID")`, nil,
			"items.order_id:transform items.price:transform orders.id:transform",
		},
	}
	for _, c := range cases {
		t.Run(c.title, func(t *testing.T) {
			t.Parallel()
			n := &transform.Node{
				Columns: []transform.Column{{ID: "col", Sources: []transform.ColumnSource{{References: c.refs, Transform: c.transform}}}},
				Sources: []transform.Source{{Join: c.join}},
			}
			got := new(lineage.Resolver).FromYAMLNode(n, shop{})
			if diff := cmp.Diff(c.want, strings.TrimSpace(printInputs(got.Columns[0].Inputs))); diff != "" {
				t.Error(diff)
			}
			if got.Opaque != "" {
				t.Errorf("opaque: %s", got.Opaque)
			}
			if c.join == ordersJoin && "uses"+printInputs(got.Uses) != ordersUses {
				t.Errorf("the transform decides about rows: %v", got.Uses)
			}
		})
	}
}

func TestYAMLNodeConditions(t *testing.T) {
	t.Parallel()
	cases := []struct{ title, cte, join, uses, opaque string }{
		{"join and filter", "", ordersJoin, ordersUses, ""},
		{"grouping", "", `FROM {{ ref('S','ORDERS') }} "O" GROUP BY "O"."STATUS" HAVING MAX("O"."AMOUNT") > 1`, "uses orders.amount:filter orders.status:filter", ""},
		{"named windows", "", `FROM {{ ref('S','ORDERS') }} "O" WINDOW w AS (ORDER BY "O"."ID") QUALIFY RANK() OVER w = 1`, "uses orders.id:filter", ""},
		{"ordered", "", `FROM {{ ref('S','ORDERS') }} "O" ORDER BY "O"."STATUS" LIMIT 3`, "uses orders.status:filter", ""},
		{"no join", "", "", "uses", ""},
		{
			"a common table expression", `WITH big AS (SELECT "ID" AS k FROM {{ ref('S','ORDERS') }} WHERE "AMOUNT" > 5)`,
			`FROM big JOIN {{ ref('S','ITEMS') }} i ON i."ORDER_ID" = big.k`, "uses items.order_id:join orders.amount:filter orders.id:join", "",
		},
		{
			"a union", "", `FROM {{ ref('S','ORDERS') }} o WHERE o.ID = 1 UNION ALL SELECT 1 FROM {{ ref('S','ITEMS') }} i WHERE i.QTY = 2`,
			"uses items.qty:filter orders.id:filter", "",
		},
		{"unreadable", "", `FROM (((`, "uses", "the join cannot be read"},
	}
	for _, c := range cases {
		t.Run(c.title, func(t *testing.T) {
			t.Parallel()
			got := new(lineage.Resolver).FromYAMLNode(&transform.Node{CTE: c.cte, Sources: []transform.Source{{Join: c.join}}}, shop{})
			if diff := cmp.Diff(c.uses, "uses"+printInputs(got.Uses)); diff != "" {
				t.Error(diff)
			}
			if !strings.HasPrefix(got.Opaque, c.opaque) || (c.opaque == "") != (got.Opaque == "") {
				t.Errorf("opaque: %q", got.Opaque)
			}
		})
	}
}

func TestAnUnreadableJoinStillHasItsDependencies(t *testing.T) {
	t.Parallel()
	n := &transform.Node{
		Columns: []transform.Column{
			{ID: "a", Sources: []transform.ColumnSource{{Transform: `"ORDERS"."STATUS"`}}},
			{ID: "b", Sources: []transform.ColumnSource{{Transform: `UPPER(cust."NAME")`}}},
			{ID: "c", Sources: []transform.ColumnSource{{References: refs("orders.id")}}},
		},
		Sources: []transform.Source{{
			Join:         "FROM ((( {{ ref('S','ORDERS') }}",
			Dependencies: []transform.NodeRef{{Location: "S", Name: "ORDERS"}, {Location: "S", Name: "CUSTOMERS"}},
			Aliases:      map[string]transform.NodeID{"cust": "customers", "ORDERS": "orders"},
		}},
	}
	got := new(lineage.Resolver).FromYAMLNode(n, shop{})
	want := []lineage.ColumnLineage{
		from("a", in("orders", "status", lineage.PassThrough)),
		from("b", in("customers", "name", lineage.Transform)),
		from("c", in("orders", "id", lineage.PassThrough)),
	}
	if diff := cmp.Diff(want, got.Columns); diff != "" {
		t.Error(diff)
	}
	if got.Opaque == "" {
		t.Error("the node is not marked as opaque")
	}
}

func TestSeveralSourceGroupsAndHashes(t *testing.T) {
	t.Parallel()
	n := &transform.Node{
		OverrideSQL: true,
		Columns: []transform.Column{
			{ID: "name", Sources: []transform.ColumnSource{{References: refs("customers.name")}, {Transform: "UPPER(REGIONS.NAME)"}}},
			{ID: "key", Hash: &transform.Hash{Algorithm: "MD5", Columns: refs("customers.id", "customers.name")}},
		},
		Sources: []transform.Source{
			{Join: `FROM {{ ref('S','CUSTOMERS') }} WHERE IS_ACTIVE`},
			{Join: `FROM {{ ref('S','REGIONS') }}`, CustomSQL: "CREATE VIEW …"},
		},
	}
	got := new(lineage.Resolver).FromYAMLNode(n, shop{})
	want := lineage.NodeLineage{
		Columns: []lineage.ColumnLineage{
			from("name", in("customers", "name", lineage.PassThrough), in("regions", "name", lineage.Transform)),
			from("key", in("customers", "id", lineage.Transform), in("customers", "name", lineage.Transform)),
		},
		Uses:   []lineage.Input{in("customers", "is_active", lineage.Filter)},
		Opaque: "the node has its own script",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
