package duckdb

import (
	"context"
	"database/sql/driver"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// When a disk is full, DuckDB rolls back the transaction that needs the space, but its files keep their sizes. The
// functions below give the space back, so that other programs and the state database on the same disk can use it.

// shrinkPause is the time between two attempts to shrink.
const shrinkPause = time.Second

// shrink cuts what is not used off the end of the database files, once after a full disk. It does so while no engine has a
// session, because it detaches the databases. If it finds no space for a checkpoint, it tries again later.
func (i *instance) shrink() {
	if !i.isTooLarge.Load() || !i.freeze() {
		return // the end of the last session calls it again
	}
	ctx := context.Background()
	err := i.internally(ctx, func(s *session) error {
		i.files.reattachLocked(ctx, s)
		for _, d := range i.files.all() {
			if err := i.cut(ctx, s, d); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		i.isTooLarge.Store(false)
	} else {
		_ = i.explain(err) // records which databases must be attached again
	}
	i.thaw()
	if err != nil {
		time.AfterFunc(shrinkPause, i.shrink)
	}
}

// cut cuts blocks that DuckDB does not use off the end of a database file. DuckDB itself would keep the blocks of the
// transaction that failed, because it no longer knows what they are for. It forgets them if it detaches the database without
// a checkpoint.
func (i *instance) cut(ctx context.Context, s *session, d database) error {
	if d.readOnly {
		return nil
	}
	if err := i.reopen(ctx, s, d, func() error { return nil }); err != nil {
		return err
	}
	if err := s.do(ctx, "CHECKPOINT "+quoted(d.name)); err != nil {
		return err
	}
	size, err := s.usedSize(ctx, d.name)
	if err != nil || size == 0 {
		return err
	}
	path := filepath.Join(i.folder, d.file)
	if info, err := os.Stat(path); err != nil || info.Size() <= size {
		return err
	}
	return i.reopen(ctx, s, d, func() error { return os.Truncate(path, size) })
}

// reopen detaches a database without a checkpoint, calls do, and attaches it again.
func (i *instance) reopen(ctx context.Context, s *session, d database, do func() error) error {
	if err := s.do(ctx, "PRAGMA disable_checkpoint_on_shutdown"); err != nil { // it also means: when a database is detached
		return err
	}
	detached := i.files.detach(ctx, s, []database{d})
	if err := errors.Join(detached, s.do(ctx, "PRAGMA enable_checkpoint_on_shutdown")); err != nil {
		return err
	}
	return errors.Join(do(), i.files.attach(ctx, s, d))
}

// usedSize returns the size of a database file up to its last block; 0 if DuckDB does not tell. Three headers precede the
// blocks.
func (s *session) usedSize(ctx context.Context, name string) (size int64, err error) {
	const headers = 3 * 4096
	query := "SELECT block_size::BIGINT, total_blocks::BIGINT FROM pragma_database_size() WHERE database_name = " + literal(name)
	err = s.each(ctx, query, func(row []driver.Value) {
		block, isNumber := row[0].(int64)
		count, isCount := row[1].(int64)
		if isNumber && isCount {
			size = headers + block*count
		}
	})
	return size, err
}

// emptySpill gives the space of spill files back. DuckDB loses track of the block that it could not write, and so it
// keeps the file. Without sessions nobody reads the file, and DuckDB may write behind its new end.
func (i *instance) emptySpill() {
	entries, _ := os.ReadDir(i.spill) // a folder that does not exist has no files
	for _, entry := range entries {
		_ = os.Truncate(filepath.Join(i.spill, entry.Name()), 0) // the next start removes it in any case
	}
}
