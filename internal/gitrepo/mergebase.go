package gitrepo

import (
	"context"
	"slices"
	"sort"
)

// MergeBase returns a common ancestor of two commits that is no ancestor of another one; empty if there is none. If
// there are several, as after criss-cross merges, it is the newest.
func (r *Repository) MergeBase(ctx context.Context, one, other Hash) (Hash, error) {
	graph, err := r.graph(ctx)
	if err != nil {
		return "", err
	}
	mine, theirs := graph.ancestors(one), graph.ancestors(other)
	var common []Commit
	older := map[Hash]bool{}
	for name := range mine {
		if !theirs[name] {
			continue
		}
		common = append(common, graph[name])
		for _, parent := range graph[name].Parents {
			older[parent] = true
		}
	}
	common = slices.DeleteFunc(common, func(c Commit) bool { return older[c.Hash] })
	if len(common) == 0 {
		return "", nil
	}
	best := newest(common)
	sort.Sort(best)
	return best[0].Hash, nil
}

// IsAncestor reports whether a commit is equal to another one or its ancestor.
func (r *Repository) IsAncestor(ctx context.Context, earlier, later Hash) (bool, error) {
	graph, err := r.graph(ctx)
	if err != nil {
		return false, err
	}
	return graph.ancestors(later)[earlier], nil
}
