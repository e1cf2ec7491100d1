package duckdb

import (
	"bytes"
	"context"
	"os"
	"strconv"
)

// Each DuckDB keeps what it has read from its files, up to its memory limit. One that is idle would keep the memory that
// the others of the process need, so it gives the memory back when it becomes idle and the process uses much.

// trim detaches the databases of an idle instance, which frees the memory of what was read from them. The next session
// attaches them again.
func (i *instance) trim() {
	if i.memory == 0 || i.claims.instances.Load() < 2 || processMemory() < i.memory/2 || !i.freeze() {
		return
	}
	losses{i: i.files.all()}.detach(context.Background())
}

// processMemory returns the memory that this process uses, and 0 if the system does not tell.
func processMemory() int64 {
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(raw)
	const resident = 1
	if len(fields) <= resident {
		return 0
	}
	pages, _ := strconv.ParseInt(string(fields[resident]), 10, 64) // the kernel writes only numbers
	return pages * int64(os.Getpagesize())
}
