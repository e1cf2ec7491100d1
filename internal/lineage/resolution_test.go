package lineage_test

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

func TestTextOfColumns(t *testing.T) {
	t.Parallel()
	cases := []struct {
		query string
		want  []string
	}{
		{"SELECT ID, UPPER(STATUS) AS S FROM {{ ref('S','ORDERS') }}", []string{"0 ID", "1 UPPER(STATUS)"}},
		{"SELECT 1, r.* FROM {{ ref('S','REGIONS') }} r", []string{"0 1", `1 r."REGION_ID"`, `1 r."NAME"`}},
		{"SELECT * RENAME (NAME AS N) FROM {{ ref('S','REGIONS') }}", []string{`0 "REGIONS"."REGION_ID"`, `0 "REGIONS"."NAME"`}},
		{"SELECT * REPLACE (UPPER(NAME) AS NAME) FROM {{ ref('S','REGIONS') }} r", []string{`0 r."REGION_ID"`, "0 UPPER(NAME)"}},
		{`SELECT * FROM (SELECT NAME AS "a""b" FROM {{ ref('S','REGIONS') }})`, []string{`0 "a""b"`}},
		{
			"SELECT * FROM {{ ref('S','REGIONS') }} a JOIN {{ ref('S','REGIONS') }} b USING (REGION_ID)",
			[]string{`0 "REGION_ID"`, `0 a."NAME"`, `0 b."NAME"`},
		},
		{
			"SELECT ID FROM {{ ref('S','ORDERS') }} UNION ALL BY NAME SELECT NAME, ID FROM {{ ref('S','CUSTOMERS') }}",
			[]string{"0 ID", "-1 NAME"},
		},
		{
			"SELECT 1 AS x UNION ALL BY NAME SELECT 2 AS y UNION ALL BY NAME SELECT 3 AS y, 4 AS z",
			[]string{"0 1", "-1 2", "-1 4"},
		},
	}
	for _, c := range cases {
		t.Run(c.query, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, texts(resolveText(c.query).Columns)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func texts(columns []lineage.Output) []string {
	var list []string
	for _, column := range columns {
		list = append(list, strconv.Itoa(column.Item)+" "+column.Text)
	}
	return list
}

func TestBranches(t *testing.T) {
	t.Parallel()
	r := resolveText("WITH a AS (SELECT 1 AS x UNION SELECT 2) SELECT r.* FROM {{ ref('S','REGIONS') }} r UNION ALL SELECT ID, NAME FROM {{ ref('S','CUSTOMERS') }}") //nolint:unqueryvet // stars are tested
	var got [][]string
	for _, branch := range r.Branches {
		got = append(got, texts(branch))
	}
	want := [][]string{{`0 r."REGION_ID"`, `0 r."NAME"`}, {"0 ID", "1 NAME"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]lineage.Input{in("regions", "name", lineage.PassThrough)}, r.Branches[0][1].Inputs); diff != "" {
		t.Error(diff)
	}
	if resolveText("SELECT 1 AS x").Branches != nil {
		t.Error("a query of one branch has branches")
	}
}

// TestBranchesByName checks that a branch counts the entries of its own select list.
func TestBranchesByName(t *testing.T) {
	t.Parallel()
	r := resolveText("SELECT 1 AS x UNION ALL BY NAME SELECT 2 AS x, 3 AS y")
	if diff := cmp.Diff([]string{"0 2", "1 3"}, texts(r.Branches[1])); diff != "" {
		t.Error(diff)
	}
}

func TestLineageOfAResolution(t *testing.T) {
	t.Parallel()
	r := resolveText("SELECT o.ID, m.X FROM {{ ref('S','ORDERS') }} o JOIN {{ ref('S','MYSTERY') }} m ON TRUE WHERE o.AMOUNT > 1")
	got := r.Lineage([]transform.ColumnID{"a", "b", "c"})
	want := lineage.NodeLineage{
		Columns: []lineage.ColumnLineage{from("a", in("orders", "id", lineage.PassThrough)), from("b"), from("c")},
		Uses:    []lineage.Input{in("orders", "amount", lineage.Filter)},
		Opaque:  "the columns of S.MYSTERY are not known",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
