package compilecache

import (
	"io/fs"
	"os"
	"path"

	"github.com/millrace/millrace/internal/compiler"
)

const (
	// folder is where caches are, inside a project. The data folder of local runs is its parent.
	dataFolder = ".millrace"
	folder     = dataFolder + "/cache"

	// DefaultMinNodes is the number of nodes from which on a cache is written. Smaller projects compile in a moment.
	DefaultMinNodes = 200
	// maxSize is the size of the largest cache that is stored: several times that of a project with 10,000 nodes.
	maxSize = 128 << 20
)

// Store is the cache of one project.
type Store struct {
	// Project is the folder of the project.
	Project string
	// Build identifies the program; see BuildOf. A cache of another build is ignored.
	Build string
	// MinNodes is the number of nodes from which on a cache is written.
	MinNodes int
	// IsOff says that no cache is read or written.
	IsOff bool
}

// Compile compiles the project and returns its outline with all findings.
func (s Store) Compile(o compiler.Options) *compiler.Outline {
	return stored(s, o, compiler.CompileOutline)
}

// Read returns the outline of the project without compiling all of it; see compiler.ReadOutline.
func (s Store) Read(o compiler.Options) *compiler.Outline { return stored(s, o, compiler.ReadOutline) }

// CompileSelected compiles the project for a caller that needs the SQL of the selected nodes only; see compiler.CompileSelected.
func (s Store) CompileSelected(o compiler.Options, selected compiler.Selection) *compiler.Compilation {
	return stored(s, o, func(files fs.FS, o compiler.Options, with compiler.Cache) (*compiler.Compilation, []byte) {
		return compiler.CompileSelected(files, o, with, selected)
	})
}

// stored compiles with the stored cache and stores the next one.
func stored[T interface{ Nodes() []*compiler.Node }](s Store, o compiler.Options, compile func(fs.FS, compiler.Options, compiler.Cache) (T, []byte)) T {
	name := path.Join(folder, compiler.CacheName(o))
	with := compiler.Cache{Build: s.Build + s.place()}
	if !s.IsOff {
		with.Content = s.load(name)
	}
	result, fresh := compile(os.DirFS(s.Project), o, with)
	if !s.IsOff && len(fresh) > 0 && len(result.Nodes()) >= s.MinNodes {
		s.save(name, fresh)
	}
	return result
}

// load returns the content of a cache, nil if there is none that can be read.
func (s Store) load(name string) []byte {
	root, err := os.OpenRoot(s.Project)
	if err != nil {
		return nil
	}
	defer root.Close() //nolint:errcheck // it is only read
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() || info.Size() > maxSize {
		return nil
	}
	content, err := root.ReadFile(name)
	if err != nil {
		return nil
	}
	return content
}
