package dbtimport_test

import (
	"testing"

	"github.com/millrace/millrace/internal/dbtimport"
)

func TestFilterOfTheResult(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]bool{
		"select id, created_at from {{ ref('a') }}":                        true,
		"select id, o.created_at from {{ ref('a') }} as o":                 true,
		"select id, o.created_at as created_at from {{ ref('a') }} as o":   true,
		"select * from {{ ref('a') }}":                                     true,
		"with a as (select 1) select id, created_at from a":                true,
		"select id, cast(o.created_at as date) as created_at from a as o":  false,
		"select id, date_trunc('day', created_at) as created_at from a":    false,
		"select id, c.created_at from a as o join c on c.id = o.id":        false,
		"select * from a as o join b using (id)":                           false,
		"select id from a as o":                                            false,
		"select id, max(created_at) as created_at from a as o group by id": false,
	} {
		if got := dbtimport.CanFilterResult(query, "o", "created_at"); got != want {
			t.Errorf("%s: %t, want %t", query, got, want)
		}
	}
}
