package projectgen

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing/fstest"
)

// Project is a generated project.
type Project struct {
	Files map[string][]byte // by path in the project, with slashes

	options Options
	nodes   []*node
}

// Generate returns a project.
func Generate(o Options) *Project {
	o = o.withDefaults()
	b := newBuilder(o)
	p := &Project{Files: map[string][]byte{}, options: o, nodes: b.build()}
	for _, n := range p.nodes {
		p.Files[n.path()] = nodeFile(n)
		if n.form == formSeed {
			p.Files[n.seedPath()] = seedFile(n)
		}
	}
	p.addSettings(b.ids)
	return p
}

// nodeFile writes the file of a node.
func nodeFile(n *node) []byte {
	if n.isSQL {
		return sqlNode(n)
	}
	return yamlNode(n)
}

// NodeIDs returns the ids of all nodes, upstream first.
func (p *Project) NodeIDs() []string {
	ids := make([]string, len(p.nodes))
	for i, n := range p.nodes {
		ids[i] = n.id
	}
	return ids
}

// FS returns the files as a file system.
func (p *Project) FS() fs.FS {
	files := make(fstest.MapFS, len(p.Files))
	for name, content := range p.Files {
		files[name] = &fstest.MapFile{Data: content, Mode: 0o644}
	}
	return files
}

// Write writes the files to a folder, creating the folder if it is missing.
func (p *Project) Write(folder string) error {
	for _, sub := range p.folders() {
		if err := os.MkdirAll(filepath.Join(folder, filepath.FromSlash(sub)), 0o750); err != nil {
			return err
		}
	}
	for name, content := range p.Files {
		if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

func (p *Project) folders() []string {
	seen := map[string]bool{}
	for name := range p.Files {
		seen[path.Dir(name)] = true
	}
	return slices.Sorted(maps.Keys(seen))
}
