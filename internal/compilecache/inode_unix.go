//go:build unix

package compilecache

import (
	"fmt"
	"io/fs"
	"syscall"
)

// inode returns the number of a folder in its file system.
func inode(info fs.FileInfo) string {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d %d", stat.Dev, stat.Ino)
	}
	return ""
}
