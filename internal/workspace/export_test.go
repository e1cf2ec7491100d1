package workspace

import "io/fs"

// NewTree gives tests the folder in memory.
func NewTree(files map[string]File) fs.FS { return newTree(files) }
