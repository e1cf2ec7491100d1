package projectfile_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

const (
	rawCustomers = transform.NodeID("4c6a37d0-54d4-4bd3-8a5f-1d3fd6b3f2a1")
	stgCustomers = transform.NodeID("9f0d4f6e-2f0b-4f39-9a0e-3c1be7d9a9b2")
)

func TestYAMLNode(t *testing.T) {
	t.Parallel()
	got := plainNode(t, "STG_CUSTOMERS")
	want := &transform.Node{
		ID: stgCustomers, Name: "STG_CUSTOMERS", Location: "WORK", Kind: transform.YAMLNode, Type: "Stage",
		Materialization: "table", DeployEnabled: true, IsMultisource: true,
		Config: map[string]any{
			"insertStrategy": "UNION ALL", "lookbackDays": int64(7), "postSQL": "", "preSQL": "SELECT 1;\nSELECT 2",
			"testsEnabled": true, "truncateBefore": false,
			"keyColumn": map[string]any{"columnCounter": "22222222-0000-4000-8000-000000000001", "stepCounter": string(stgCustomers)},
			"rules":     map[string]any{"items": []any{map[string]any{}}},
		},
		Columns: []transform.Column{
			{
				ID: "22222222-0000-4000-8000-000000000001", Name: "CUSTOMER_ID", DataType: "NUMBER(38,0)",
				Sources: []transform.ColumnSource{
					{References: []transform.ColumnRef{{Node: rawCustomers, Column: "11111111-0000-4000-8000-000000000001"}}, At: at(53, 24)},
					{Transform: "-1", At: at(57, 24)},
				},
				At: at(47, 15),
			},
			{
				ID: "22222222-0000-4000-8000-000000000002", Name: "NAME", DataType: "VARCHAR(64)", Default: "'unknown'", Nullable: true,
				Tests:          map[string]any{"hasNull": true},
				AcceptedValues: map[string]any{"strictMatch": true, "values": []any{"A", "B"}},
				Sources: []transform.ColumnSource{
					{
						References: []transform.ColumnRef{{Node: rawCustomers, Column: "11111111-0000-4000-8000-000000000002"}},
						Transform:  "UPPER({{SRC}})", At: at(77, 24),
					},
					{Transform: "'nobody'", At: at(79, 24)},
				},
				At: at(71, 15),
			},
		},
		Sources: []transform.Source{
			{
				Name: "STG_CUSTOMERS", Join: "FROM {{ ref('RAW', 'CUSTOMERS') }} \"CUSTOMERS\"\nWHERE \"CUSTOMERS\".\"CUSTOMER_ID\" > 0",
				JoinAt: at(93, 13), Dependencies: []transform.NodeRef{{Location: "RAW", Name: "CUSTOMERS"}},
				Aliases: map[string]transform.NodeID{"CUSTOMERS": rawCustomers}, At: at(84, 9),
			},
			{
				Name: "nobody", Join: "FROM (VALUES (1)) AS nobody", JoinAt: at(102, 26),
				NoLinkRefs: []transform.NodeRef{{Location: "RAW", Name: "CUSTOMERS"}}, At: at(97, 9),
			},
		},
		Tests: []transform.NodeTest{
			{
				Name: "unique ids", Description: "Ids must not repeat", At: at(33, 11),
				Template: "SELECT \"CUSTOMER_ID\"\nFROM {{ ref('WORK', 'STG_CUSTOMERS') }}\nGROUP BY 1 HAVING COUNT(*) > 1",
			},
			{Name: "not empty", RunBefore: true, ContinueOnFailure: true, Template: "SELECT 1 WHERE 1 = 0", At: at(40, 25)},
		},
		ColumnTests: []string{"hasNull"},
		File:        "nodes/WORK-STG_CUSTOMERS.yml",
		At:          at(3, 7),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("the node differs (-want +got):\n%s", diff)
	}
}

func at(line, column int32) diagnostic.Position {
	return diagnostic.Position{Line: line, Column: column}
}

func TestFlagsHashesAndSeeds(t *testing.T) {
	t.Parallel()
	dimension := plainNode(t, "DIM_CUSTOMER")
	key, business, hashed := dimension.Columns[0], dimension.Columns[1], dimension.Columns[2]
	if !key.Flag("isSurrogateKey") || !business.Flag("isBusinessKey") || business.Flag("isChangeTracking") || business.Hash != nil {
		t.Errorf("flags: %v, %v", key.Attributes, business.Attributes)
	}
	want := &transform.Hash{Algorithm: "MD5", Columns: []transform.ColumnRef{
		{Node: stgCustomers, Column: "22222222-0000-4000-8000-000000000001"},
		{Node: stgCustomers, Column: "22222222-0000-4000-8000-000000000002"},
	}}
	if diff := cmp.Diff(want, hashed.Hash); diff != "" {
		t.Errorf("hash (-want +got):\n%s", diff)
	}
	source := plainNode(t, "CUSTOMERS")
	if !source.IsSource || source.Type != "Source" || source.Columns[0].Attributes != nil || source.Columns[0].Tests != nil {
		t.Errorf("source: %+v", source)
	}
	seed := plainNode(t, "COUNTRIES").Seed
	if diff := cmp.Diff(&transform.Seed{
		File: "seeds/countries.csv", Header: []string{"CODE", "NAME"},
		Rows: [][]string{{"DE", "Germany"}, {"FR", "France, the Republic"}},
	}, seed); diff != "" {
		t.Errorf("seed (-want +got):\n%s", diff)
	}
}
