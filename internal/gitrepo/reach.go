package gitrepo

import (
	"context"
	"maps"
	"slices"

	"github.com/go-git/go-git/v5/plumbing/filemode"
)

// exchange selects the objects to send.
type exchange struct {
	wants []Hash // commits to complete
	haves []Hash // commits that are complete already; unknown ones are ignored
}

// reach returns the hashes of all objects of an exchange: the commits first, then trees and contents.
func (r *Repository) reach(ctx context.Context, x exchange) ([]Hash, error) {
	graph, err := r.graph(ctx)
	if err != nil {
		return nil, err
	}
	for _, want := range x.wants {
		if _, ok := graph[want]; !ok {
			return nil, missing(want)
		}
	}
	old := graph.ancestors(x.haves...)
	fresh := graph.ancestors(x.wants...)
	maps.DeleteFunc(fresh, func(name Hash, _ bool) bool { return old[name] })

	t := &tour{seen: map[Hash]bool{}}
	if err := r.visit(ctx, t, graph.trees(graph.edge(fresh, old))); err != nil {
		return nil, err
	}
	t.found = slices.Sorted(maps.Keys(fresh))
	err = r.visit(ctx, t, graph.trees(fresh))
	return t.found, err
}

// edge returns the known parents of new commits, whose content need not be sent again.
func (g graph) edge(fresh, old map[Hash]bool) map[Hash]bool {
	edge := map[Hash]bool{}
	for name := range fresh {
		for _, parent := range g[name].Parents {
			if old[parent] {
				edge[parent] = true
			}
		}
	}
	return edge
}

func (g graph) trees(of map[Hash]bool) []Hash {
	trees := map[Hash]bool{}
	for name := range of {
		trees[g[name].tree] = true
	}
	return slices.Sorted(maps.Keys(trees))
}

// tour visits trees, each once.
type tour struct {
	expander expander

	seen  map[Hash]bool
	found []Hash
}

// visit visits trees level by level and records new objects.
func (r *Repository) visit(ctx context.Context, t *tour, level []Hash) error {
	for depth := 0; len(level) > 0; depth++ {
		level = t.note(level)
		if depth > deepestPath {
			return r.tooLarge()
		}
		var next []Hash
		for some := range slices.Chunk(level, batch) {
			objects, err := r.load(ctx, some)
			if err != nil {
				return err
			}
			for _, name := range some {
				folders, err := t.enter(objects[name])
				if err != nil {
					return err
				}
				next = append(next, folders...)
			}
		}
		level = next
	}
	return nil
}

// note returns the hashes that were not seen before, and records them.
func (t *tour) note(names []Hash) []Hash {
	var fresh []Hash
	for _, name := range names {
		if !t.seen[name] {
			t.seen[name] = true
			fresh = append(fresh, name)
		}
	}
	t.found = append(t.found, fresh...)
	return fresh
}

// enter records the contents of a tree and returns its folders. Submodules are in other repositories.
func (t *tour) enter(from Object) ([]Hash, error) {
	tree, err := decodeTree(&t.expander, from)
	if err != nil {
		return nil, err
	}
	var folders, contents []Hash
	for _, e := range tree.Entries {
		switch e.Mode {
		case filemode.Dir:
			folders = append(folders, hashOf(e.Hash))
		case filemode.Submodule:
		default:
			contents = append(contents, hashOf(e.Hash))
		}
	}
	t.note(contents)
	return folders, nil
}
