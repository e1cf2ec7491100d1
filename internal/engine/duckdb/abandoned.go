package duckdb

import (
	"os"
	"path/filepath"
	"time"

	"github.com/millrace/millrace/internal/lockfile"
)

// newFolder is how long a folder without a lock may be one that a process has just created and is about to lock.
const newFolder = time.Minute

// RemoveAbandoned removes the folders of temporary data, below a folder, whose processes have ended. A process that ends regularly removes
// its own. What cannot be removed stays for the next start.
func RemoveAbandoned(below string) {
	entries, _ := os.ReadDir(below) // a folder that does not exist has none
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.IsDir() && time.Since(info.ModTime()) > newFolder {
			removeUnlocked(filepath.Join(below, entry.Name()))
		}
	}
}

// removeUnlocked removes a folder that no process has locked.
func removeUnlocked(folder string) {
	lock, err := lockfile.Take(filepath.Join(folder, lockName))
	if err != nil {
		return // its process runs
	}
	_ = os.RemoveAll(folder) // the next start tries again
	_ = lock.Release()       // the file is gone
}
