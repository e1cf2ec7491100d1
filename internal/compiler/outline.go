package compiler

import (
	"io/fs"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/transform"
)

// Outline is what selectors and graphs need of a project: the names, locations and types of its nodes, what they read, and the
// findings. It has no SQL, no columns and no lineage.
type Outline struct {
	Graph       *graph.Graph[string] // of node ids
	Diagnostics []diagnostic.Diagnostic
	Workspaces  []transform.Workspace

	nodes   []*Node
	catalog *selector.NodeIndex
}

// Nodes returns the nodes by location and name. Only their identities, their node types, their findings and, if the outline comes
// from a compilation, their fingerprints are set.
func (o *Outline) Nodes() []*Node { return o.nodes }

// Select returns the nodes that match include and do not match exclude. An empty include selects all nodes.
func (o *Outline) Select(include, exclude string) (selector.Result, []selector.Warning, error) {
	return selector.Pick(o.catalog, include, exclude)
}

// outline returns the outline of a compilation.
func (c *Compilation) outline() *Outline {
	return &Outline{Graph: c.Graph, Diagnostics: c.Diagnostics, Workspaces: c.Project.Workspaces, nodes: c.nodes, catalog: c.catalog}
}

// Cache is the content of a cache that an earlier compilation returned, and the build of the program. A cache of another build is
// ignored, and so is one that is damaged.
type Cache struct {
	Build   string
	Content []byte // empty if there is none
}

// CompileOutline compiles a project and returns its outline. With a cache it compiles only the nodes that changed and those that
// they affect; the result is the same. It returns the cache for the next time, nil if there is nothing new to store.
func CompileOutline(fsys fs.FS, o Options, with Cache) (*Outline, []byte) {
	key := cacheKey(with.Build, o)
	if restored, ok := restoreFrom(fsys, o, with, key); ok {
		return restored.outline(key)
	}
	compiled, fresh := compileForCache(fsys, o, key)
	return compiled.outline(), fresh
}

// ReadOutline returns the outline of a project for selectors and graphs. Without a cache it reads names and refs, and renders only
// the nodes whose refs are known no other way; nodes have no fingerprints then. Findings that only columns or the complete SQL of
// nodes show are missing, unless there are others: then it compiles the project, so that all of them are counted.
func ReadOutline(fsys fs.FS, o Options, with Cache) (*Outline, []byte) {
	key := cacheKey(with.Build, o)
	if restored, ok := restoreFrom(fsys, o, with, key); ok {
		return restored.outline(key)
	}
	if light, ok := readLight(fsys, o); ok {
		return light.outline(), nil
	}
	return CompileOutline(fsys, o, Cache{Build: with.Build})
}

func restoreFrom(fsys fs.FS, o Options, with Cache, key digest) (*restorer, bool) {
	if len(with.Content) == 0 {
		return nil, false
	}
	from, ok := decodeCache(with.Content, key)
	if !ok {
		return nil, false
	}
	return restore(fsys, o, from)
}

// outline returns the outline, and the cache if anything in it changed.
func (r *restorer) outline(key digest) (*Outline, []byte) {
	c := r.build.next
	isSame := len(r.build.touched) == 0 && len(c.nodes) == len(r.from.nodes)
	if isSame || isInterrupted(c.options) {
		return c.outline(), nil
	}
	return c.outline(), c.encodeCache(key, r.files)
}

// isInterrupted reports whether rendering may have been interrupted, so that the result is incomplete.
func isInterrupted(o Options) bool { return o.Interrupt != nil && o.Interrupt() != nil }
