package dbtimport_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/dbtimport"
)

// feature is a small dbt project and parts of what the import must write and report.
type feature struct {
	files    map[string]string
	platform string
	want     map[string]string // parts of files of the new project
	reported []string          // parts of messages
	left     int
}

func features() map[string]feature {
	return map[string]feature{
		"a ref without a version is the latest one": {
			files: map[string]string{
				"models/m_v1.sql": "select 1 as id", "models/m_v2.sql": "select 2 as id", "models/m_v10.sql": "select 10 as id",
				"models/reads.sql": "select a.id from {{ ref('m') }} a join {{ ref('m', v=1) }} b on a.id = b.id",
				"models/m.yml":     "models:\n  - name: m\n    latest_version: 2\n    versions:\n      - v: 1\n      - v: 2\n      - v: 10\n",
			},
			want: map[string]string{"nodes/MAIN-reads.sql": "from {{ ref('MAIN', 'm_v2') }} a join {{ ref('MAIN', 'm_v1') }} b"},
		},
		"a source of a table that the project builds is that node": {
			files: map[string]string{
				"seeds/orders.csv": "id\n1\n", "models/a.sql": "select id from {{ source('raw', 'sales') }}",
				"models/s.yml": "sources:\n  - name: raw\n    schema: main\n    tables:\n      - name: sales\n        identifier: orders\n        columns:\n          - name: id\n            tests: [not_null]\n",
			},
			want:     map[string]string{"nodes/MAIN-a.sql": "from {{ ref('MAIN', 'orders') }}", "nodes/MAIN-orders.yml": "WHERE id IS NULL"},
			reported: []string{"the source raw.sales is the seed orders of the project"},
		},
		"the word null in a CSV is NULL": {
			platform: "postgres",
			files:    map[string]string{"seeds/s.csv": "id,name\n1,null\nNULL,b\n"},
			want:     map[string]string{"seeds/MAIN-s.csv": "id,name\n1,\n,b\n"},
			reported: []string{"empty fields in place of null"},
		},
		"the adapter of DuckDB keeps the text null": {
			files:    map[string]string{"seeds/s.csv": "id,name\n1,null\nNULL,b\n"},
			want:     map[string]string{"seeds/MAIN-s.csv": "id,name\n1,null\n,b\n"},
			reported: []string{"empty fields in place of null"},
		},
		"merge without a key appends": {
			files: map[string]string{"models/a.sql": "{{ config(materialized='incremental', incremental_strategy='merge') }}select 1 as id"},
			want:  map[string]string{"nodes/MAIN-a.sql": `@strategy("append")`},
		},
		"batches are intervals": {
			files:    map[string]string{"models/a.sql": "{{ config(materialized='incremental', incremental_strategy='microbatch', event_time='day', batch_size='day', begin='2024-01-01') }}select 1 as id, current_date as day"},
			want:     map[string]string{"nodes/MAIN-a.sql": "@strategy(\"delete_insert\")\n@interval(\"day\")"},
			reported: []string{"the batches of a are intervals of a run"},
		},
		"two nodes cannot have one name": {
			files:    map[string]string{"models/a.sql": "{{ config(alias='x') }}select 1 as id", "models/b.sql": "{{ config(alias='x') }}select 2 as id"},
			want:     map[string]string{"nodes/MAIN-x.sql": "select 1", "nodes/MAIN-x_2.sql": "select 2"},
			reported: []string{"a and b have one name in one schema"},
		},
		"names with other characters": {
			files: map[string]string{
				"models/my-model.sql": "select * from {{ source('raw', 'events-2024') }}",
				"models/s.yml":        "sources:\n  - name: raw\n    tables:\n      - name: events-2024\n",
			},
			want:     map[string]string{"nodes/MAIN-my_model.sql": "{{ ref('RAW', 'events-2024') }}", "nodes/RAW-events-2024.yml": "name: events-2024"},
			reported: []string{`the name "my-model" is my_model`},
		},
		"hooks": {
			files: map[string]string{
				"dbt_project.yml": "name: tiny\nmodels:\n  +post-hook: \"grant select on {{ this }} to readers\"\n",
				"models/a.sql":    "{{ config(materialized='table', post_hook=[\"analyze {{ this }}\"], pre_hook={'sql': \"select count(*) from {{ ref('b') }}\"}) }}select 1 as id",
				"models/b.sql":    "{{ config(materialized='view') }}select 1 as id",
			},
			want: map[string]string{
				"nodes/MAIN-a.sql": "@preSQL(\"select count(*) from {{ ref('MAIN', 'b') }}\")\n@postSQL(\"grant select on {{ this }} to readers;\\nanalyze {{ this }}\")",
			},
			reported: []string{"2 statements of post_hook of a are one text", "post_hook of the view b: a view has no load"},
			left:     1,
		},
		"values of the config and of this": {
			files: map[string]string{"models/a.sql": "{{ config(materialized='table', meta={'a': 1}) }}select '{{ config.get('materialized') }}' as m, '{{ this.name }}' as n, '{{ this.schema }}' as s, '{{ config.get('other', 'x') }}' as o"},
			want:  map[string]string{"nodes/MAIN-a.sql": "select '{{ 'table' }}' as m, '{{ node.name }}' as n"},
		},
		"a test of another node runs after it": {
			files: map[string]string{
				"models/first.sql": "select 1 as id", "models/second.sql": "select id from {{ ref('first') }}",
				"models/s.yml": "models:\n  - name: first\n    columns:\n      - name: id\n        tests:\n          - relationships: {to: ref('second'), field: id}\n",
			},
			want: map[string]string{
				"nodes/MAIN-second.sql": "FROM {{ ref('MAIN', 'first') }} AS child\\nWHERE child.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM {{ ref('MAIN', 'second') }} AS parent",
			},
		},
		"own tests with a condition": {
			files: map[string]string{
				"macros/t.sql": "{% test small(model, column_name, other) %}select * from {{ model }} where {{ column_name }} > (select max(id) from {{ other }}){% endtest %}",
				"models/a.sql": "select 1 as id", "models/b.sql": "select 1 as id from {{ ref('a') }}",
				"models/s.yml": "models:\n  - name: b\n    columns:\n      - name: id\n        tests:\n          - small: {other: ref('a'), config: {where: \"id > 0\", severity: warn}}\n",
			},
			want: map[string]string{
				"nodes/MAIN-b.sql": `@testSQL("id: small", "{{ test_small(model='(SELECT * FROM ' ~ this ~ ' WHERE id > 0) AS tested', column_name='id', other=ref('MAIN', 'a')) }}", true)`,
			},
		},
		"dispatch takes the default, and Snowflake has names in upper case": {
			platform: "snowflake",
			files: map[string]string{
				"macros/m.sql": "{% macro f(x) %}{{ return(adapter.dispatch('f')(x)) }}{% endmacro %}\n{% macro default__f(x) %}{{ x }}{% endmacro %}\n{% macro duckdb__f(x) %}wrong{% endmacro %}",
				"models/a.sql": "{{ config(materialized='incremental', unique_key='id') }}select {{ f(1) }} as id",
			},
			want: map[string]string{"nodes/MAIN-A.sql": `@strategy("merge")`, "macros/dbt_2-macros_m.yml": "{{ return(default__f(x)) }}", "data.yml": "platformKind: snowflake"},
		},
		"functions of dbt": {
			files:    map[string]string{"models/a.sql": "select {{ dateadd('day', 1, 'current_date') }} as d, {{ dbt.datediff('a', 'b', 'day') }} as n, {{ dbt.unheard_of() }} as u from x"},
			want:     map[string]string{"macros/dbt_1-functions.yml": "{%- macro dbt__dateadd(", "nodes/MAIN-a.sql": "{{ dbt__datediff('a', 'b', 'day') }} as n"},
			reported: []string{"calls dbt.unheard_of, which has no counterpart"},
			left:     1,
		},
		"a snapshot that reads names of dbt": {
			files: map[string]string{
				"snapshots/s.sql":  "{% snapshot s %}{{ config(unique_key='id', strategy='check', check_cols='all', hard_deletes='new_record') }}select 1 as id, 2 as v{% endsnapshot %}",
				"models/reads.sql": "select id from {{ ref('s') }} where dbt_valid_to is null",
			},
			want:     map[string]string{"nodes/MAIN-s.sql": "@snapshotStrategy(\"check\")\n@uniqueKey(\"id\")\n"},
			reported: []string{"hard_deletes: new_record has no counterpart", "reads does not compile"},
			left:     2,
		},
		"an incremental model that reads itself needs types": {
			files:    map[string]string{"models/a.sql": "{{ config(materialized='incremental') }}select count(*) + 1 as n, random() as x from range(3)\n{% if is_incremental() %}where 1 > (select count(*) from {{ this }}){% endif %}"},
			want:     map[string]string{"nodes/MAIN-a.sql": "where (NOT EXISTS (SELECT 1 FROM {{ this }}) OR (1 > (select count(*) from {{ this }})))"},
			reported: []string{"reads its own table, and the data types of its columns are not known"},
			left:     1,
		},
	}
}

func TestFeatures(t *testing.T) {
	t.Parallel()
	for name, f := range features() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(t.TempDir(), "project")
			report, err := dbtimport.Import(t.Context(), dbtimport.Request{From: dbtProject(t, f.files), To: folder, Platform: f.platform})
			if err != nil {
				t.Fatal(err)
			}
			f.checkFiles(t, filesOf(t, folder))
			f.checkReport(t, report)
			if t.Failed() {
				for _, e := range report.Entries {
					t.Logf("%s:%d %s %s", e.File, e.Line, e.Action, e.Message)
				}
			}
		})
	}
}

func (f feature) checkFiles(t *testing.T, files map[string]string) {
	t.Helper()
	for path, part := range f.want {
		if !strings.Contains(files[path], part) {
			t.Errorf("%s does not contain\n%s\nbut is\n%s", path, part, files[path])
		}
	}
}

func (f feature) checkReport(t *testing.T, report *dbtimport.Report) {
	t.Helper()
	for _, part := range f.reported {
		if !slices.ContainsFunc(report.Entries, func(e dbtimport.Entry) bool { return strings.Contains(e.Message, part) }) {
			t.Errorf("not reported: %s", part)
		}
	}
	if report.Left != f.left {
		t.Errorf("%d left, want %d", report.Left, f.left)
	}
}
