package duckdb_test

import (
	"testing"

	"github.com/millrace/millrace/internal/engine/duckdb"
)

// All DuckDBs of a lake together use what one connection may use.
func TestDuckDBsOfALakeShareTheLimits(t *testing.T) {
	t.Parallel()
	const megabyte = 1_000_000
	for name, tt := range map[string]struct {
		target   duckdb.Target
		sessions int
		want     duckdb.Target
	}{
		"four": {
			duckdb.Target{Memory: 4000 * megabyte, Threads: 8, TempSpace: 100 * megabyte, Lake: &duckdb.Lake{Sessions: 4}},
			4,
			duckdb.Target{Memory: 800 * megabyte, Threads: 2, TempSpace: 20 * megabyte},
		},
		"fewer threads than sessions": {
			duckdb.Target{Memory: 4000 * megabyte, Threads: 2, TempSpace: 100 * megabyte, Lake: &duckdb.Lake{Sessions: 4}},
			4,
			duckdb.Target{Memory: 800 * megabyte, Threads: 1, TempSpace: 20 * megabyte},
		},
		"little memory": {
			duckdb.Target{Memory: 260 * megabyte, Threads: 2, TempSpace: 100 * megabyte, Lake: &duckdb.Lake{Sessions: 16}},
			3,
			duckdb.Target{Memory: 65 * megabyte, Threads: 1, TempSpace: 25 * megabyte},
		},
		"the least memory": {
			duckdb.Target{Memory: 64 * megabyte, Threads: 2, TempSpace: 100 * megabyte, Lake: &duckdb.Lake{Sessions: 16}},
			1,
			duckdb.Target{Memory: 64 * megabyte, Threads: 1, TempSpace: 50 * megabyte},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sessions, share := duckdb.LakeShare(tt.target)
			share.Lake = nil
			if sessions != tt.sessions || share != tt.want {
				t.Errorf("%d sessions with %+v, want %d with %+v", sessions, share, tt.sessions, tt.want)
			}
		})
	}
}
