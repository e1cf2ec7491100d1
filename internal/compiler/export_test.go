package compiler

import (
	"fmt"
	"io/fs"
)

// RenderedByLight returns the nodes that reading the outline of a project renders, and whether the project needs no complete
// compilation.
func RenderedByLight(fsys fs.FS, o Options) ([]string, bool) {
	c, ok := readLight(fsys, o)
	if !ok {
		return nil, false
	}
	var rendered []string
	for _, n := range c.nodes {
		if n.Create != nil || n.Run != nil {
			rendered = append(rendered, n.Ref().String())
		}
	}
	return rendered, true
}

// CompiledWithCache returns the nodes that a compilation with a cache compiles, and whether it could use the cache.
func CompiledWithCache(fsys fs.FS, o Options, with Cache) ([]string, bool) {
	r, ok := restoreFrom(fsys, o, with, cacheKey(with.Build, o))
	if !ok {
		return nil, false
	}
	var compiled []string
	for _, n := range r.build.work() {
		compiled = append(compiled, n.Ref().String())
	}
	return compiled, true
}

// DifferentRecords describes the records in which two caches differ.
func DifferentRecords(a, b []byte, o Options, build string) []string {
	first, ok := decodeCache(a, cacheKey(build, o))
	second, okToo := decodeCache(b, cacheKey(build, o))
	if !ok || !okToo {
		return []string{"not a cache"}
	}
	var different []string
	for i, s := range first.nodes {
		if other := second.nodes[i]; s.raw != other.raw {
			different = append(different, fmt.Sprintf("%+v\n%+v", *s, *other))
		}
	}
	return different
}
