package lockfile

import "os"

// File returns the locked file, which tests pass to a child process.
func File(l *Lock) *os.File { return l.file }
