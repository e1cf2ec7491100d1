package sqltext_test

import (
	"testing"

	"github.com/millrace/millrace/internal/sqltext"
)

// ordinaryNode is the text of a typical SQL node of about one kilobyte.
const ordinaryNode = `@id("0b9f5ef6-1c0d-4d6b-9d1a-3a4f0e6f7a01")
@nodeType("stage:::12")
@description("Orders with their customers, one row for each order line.")
/* The grain is the order line. */
WITH latest AS (
    SELECT customer_id, max(updated_at) AS updated_at FROM {{ ref('RAW', 'CUSTOMERS') }} GROUP BY customer_id
)
SELECT
    "O"."ORDER_ID" AS ORDER_ID @isBusinessKey @notNull,
    "O"."LINE_NO" AS LINE_NO @isBusinessKey,
    UPPER(TRIM(c.name)) AS CUSTOMER_NAME @description("in capitals"),
    CASE WHEN o.total > 100 THEN 'big' WHEN o.total > 10 THEN 'middle' ELSE 'small' END AS SIZE_CLASS,
    COALESCE(o.discount, 0)::decimal(10, 2) AS DISCOUNT,
    ROW_NUMBER() OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at DESC) AS RN, -- newest first
    o.ordered_at
FROM {{ ref('STG', 'ORDERS') }} "O"
JOIN latest l ON l.customer_id = o.customer_id
LEFT JOIN {{ ref('STG', 'CUSTOMERS') }} c ON c.customer_id = l.customer_id AND c.updated_at = l.updated_at
WHERE o.status <> 'cancelled' AND o.ordered_at >= DATE '2020-01-01'
`

func BenchmarkReadNode(b *testing.B) {
	b.SetBytes(int64(len(ordinaryNode)))
	b.ReportAllocs()
	for b.Loop() {
		sqltext.ReadNode(ordinaryNode)
	}
}

func BenchmarkReadQuery(b *testing.B) {
	node, _ := sqltext.ReadNode(ordinaryNode)
	b.SetBytes(int64(len(ordinaryNode)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sqltext.ReadQuery(node.BodyWithoutAnnotations); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCanonical(b *testing.B) {
	b.SetBytes(int64(len(ordinaryNode)))
	b.ReportAllocs()
	for b.Loop() {
		sqltext.Canonical(ordinaryNode)
	}
}

func BenchmarkRefs(b *testing.B) {
	b.SetBytes(int64(len(ordinaryNode)))
	b.ReportAllocs()
	for b.Loop() {
		sqltext.Refs(ordinaryNode)
	}
}

// BenchmarkNode measures all operations on the text of one node of a project.
func BenchmarkNode(b *testing.B) {
	b.SetBytes(int64(len(ordinaryNode)))
	b.ReportAllocs()
	for b.Loop() {
		node, _ := sqltext.ReadNode(ordinaryNode)
		sqltext.Refs(node.Join)
		sqltext.Canonical(node.BodyWithoutAnnotations)
		if _, err := sqltext.ReadQuery(node.BodyWithoutAnnotations); err != nil {
			b.Fatal(err)
		}
	}
}
