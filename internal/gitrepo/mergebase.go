package gitrepo

import (
	"context"
	"slices"
	"sort"
)

// MergeBase gives a commit that led to both of two, and that leads to no other such; empty when they have nothing in
// common. When there are several, as after merges crosswise, it is the newest.
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

// IsAncestor reports whether a commit is another one or led to it.
func (r *Repository) IsAncestor(ctx context.Context, earlier, later Hash) (bool, error) {
	graph, err := r.graph(ctx)
	if err != nil {
		return false, err
	}
	return graph.ancestors(later)[earlier], nil
}
