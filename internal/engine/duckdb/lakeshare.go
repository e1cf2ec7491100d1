package duckdb

import (
	"runtime"

	"github.com/millrace/millrace/internal/diskspace"
)

// lakeSessions returns how many sessions of a lake with a label are open at once. There are fewer if a DuckDB for each of them, and one
// more, would have too little memory.
func (t Target) lakeSessions() int {
	sessions := max(1, t.Lake.Sessions)
	if t.Memory > 0 {
		sessions = min(sessions, max(1, int(t.Memory/minMemory)-1))
	}
	return sessions
}

// share returns what each of several DuckDBs may use, so that all of them use as much as one would.
func (t Target) share(count int) Target {
	if t.Threads == 0 {
		t.Threads = runtime.GOMAXPROCS(0)
	}
	if free, isKnown := diskspace.Free(t.Folder); t.TempSpace == 0 && isKnown {
		t.TempSpace = int64(free / 10 * 9) //nolint:gosec // DuckDB's own default; disks are smaller than the type
	}
	t.Threads = (t.Threads + count - 1) / count
	t.Memory = max(t.Memory/int64(count), min(t.Memory, minMemory)) // 0 lets each of them choose
	t.TempSpace /= int64(count)
	return t
}
