//go:build !unix

package compilecache

import "io/fs"

// inode returns nothing, because folders have no numbers here.
func inode(fs.FileInfo) string { return "" }
