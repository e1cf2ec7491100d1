package workspace

import "io/fs"

// NewTree exports the folder in memory for tests.
func NewTree(files map[string]File) fs.FS { return newTree(files) }
