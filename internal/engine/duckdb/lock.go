package duckdb

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/lockfile"
)

// lockName is the lock file of a folder. It stays when the process ends, and means nothing then.
const lockName = ".millrace-lock"

// lockPatience is how long the child of a killed server may take to end.
const lockPatience = time.Second

// takeLock locks a folder for this process.
func takeLock(ctx context.Context, folder string) (*lockfile.Lock, error) {
	lock, err := lockfile.TakeWithin(ctx, filepath.Join(folder, lockName), lockPatience)
	switch {
	case err == nil:
		return lock, nil
	case ctx.Err() != nil:
		return nil, canceledFault(ctx)
	}
	return nil, lockFault(err, "cannot write to the folder of the duckdb connection")
}

// checkLock checks whether another process has locked a folder, without locking it.
func checkLock(folder string) error {
	if err := lockfile.Check(filepath.Join(folder, lockName)); err != nil {
		return lockFault(err, "cannot read the folder of the duckdb connection")
	}
	return nil
}

func lockFault(err error, otherwise string) error {
	var inUse *lockfile.InUseError
	if !errors.As(err, &inUse) {
		return unusable(err, otherwise)
	}
	return fault.New(fault.Unavailable, "the folder of the duckdb connection is in use by %s", inUse.Owner).
		WithHint("Only one process can use a folder of DuckDB files. Stop that process, or choose another folder with the setting path.")
}
