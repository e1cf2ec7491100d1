package duckdb

import (
	"context"
	"os"
	"path/filepath"

	"github.com/millrace/millrace/internal/diskspace"
)

// When a disk is full, DuckDB rolls back the transaction that needs the space, but its files keep their sizes. The
// functions below give the space back, so that other programs and the state database on the same disk can use it.

// minFree is the space that a checkpoint needs. DuckDB invalidates a database whose checkpoint finds no space.
const minFree = 1 << 20

// shrink cuts unused blocks off the database files, once after a full disk. It is called when a session ends. If
// transactions of other sessions are open, the last of them does it.
func (s *session) shrink() {
	i := s.instance
	if !i.isTooLarge.Load() {
		return
	}
	if free, ok := diskspace.Free(i.folder); ok && free < minFree {
		return
	}
	ctx := context.Background()
	_ = s.do(ctx, "ROLLBACK") // fails if there is no transaction
	for _, name := range i.files.writable() {
		for range 2 { // the first checkpoint frees the blocks, and the second cuts them off
			if err := s.do(ctx, "CHECKPOINT "+quoted(name)); err != nil {
				_ = i.explain(err) // another transaction is open, or the database must be attached again
				return
			}
		}
	}
	i.isTooLarge.Store(false)
}

// emptySpill gives the space of spill files back. DuckDB loses track of the block that it could not write, and so it
// keeps the file. Without sessions nobody reads the file, and DuckDB may write behind its new end.
func (i *instance) emptySpill() {
	entries, _ := os.ReadDir(i.spill) // a folder that does not exist has no files
	for _, entry := range entries {
		_ = os.Truncate(filepath.Join(i.spill, entry.Name()), 0) // the next start removes it in any case
	}
}
