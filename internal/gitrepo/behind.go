package gitrepo

import "context"

// Behind counts, for each of the commits, the ancestors of head, and head itself, that are not ancestors of the commit.
// Commits that the repository does not contain are missing in the result.
func (r *Repository) Behind(ctx context.Context, head Hash, commits ...Hash) (map[Hash]int, error) {
	graph, err := r.graph(ctx)
	if err != nil {
		return nil, err
	}
	wanted := graph.ancestors(head)
	behind := make(map[Hash]int, len(commits))
	for _, commit := range commits {
		if _, ok := graph[commit]; !ok {
			continue
		}
		has, count := graph.ancestors(commit), 0
		for name := range wanted {
			if !has[name] {
				count++
			}
		}
		behind[commit] = count
	}
	return behind, nil
}
