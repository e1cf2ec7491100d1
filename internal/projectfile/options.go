package projectfile

import (
	"runtime"

	"github.com/millrace/millrace/internal/transform"
)

// Options are the limits of reading a project. Zero means the default.
type Options struct {
	MaxFileSize int64 // bytes of one file; 2 MB
	MaxFiles    int   // files of the project; 100,000
	MaxDepth    int   // nesting depth of folders; 10
	MaxSeedRows int   // rows of one CSV; 10,000
	Workers     int   // files read at once; as many as there are processors

	// Seen receives the content of every file that Read reads, of several files at once, and must not keep it. If it
	// returns a node, the file is not parsed, and that node is part of the project. May be nil.
	Seen func(file string, content []byte) *transform.Node
}

func (o Options) withDefaults() Options {
	if o.MaxFileSize <= 0 {
		o.MaxFileSize = 2 << 20
	}
	if o.MaxFiles <= 0 {
		o.MaxFiles = 100_000
	}
	if o.MaxDepth <= 0 {
		o.MaxDepth = 10
	}
	if o.MaxSeedRows <= 0 {
		o.MaxSeedRows = 10_000
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}
