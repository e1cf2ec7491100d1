package gitrepo

import (
	"container/heap"
	"context"
	"slices"

	"github.com/millrace/millrace/internal/fault"
)

// Log returns a commit and its history, newest first, up to a limit. A commit never comes before its descendants,
// whatever their times.
func (r *Repository) Log(ctx context.Context, from Hash, limit int) ([]Commit, error) {
	graph, err := r.graph(ctx)
	if err != nil {
		return nil, err
	}
	if _, ok := graph[from]; !ok {
		return nil, missing(from)
	}
	waiting := graph.followers(from)
	queue := newest{graph[from]}
	var found []Commit
	for len(queue) > 0 && len(found) < limit {
		commit, ok := heap.Pop(&queue).(Commit)
		if !ok {
			break
		}
		found = append(found, commit)
		for _, parent := range commit.Parents {
			waiting[parent]--
			if next, ok := graph[parent]; ok && waiting[parent] == 0 {
				heap.Push(&queue, next)
			}
		}
	}
	return found, nil
}

// graph is the commits of a repository.
type graph map[Hash]Commit

// graph reads all commits at once: they are small, and reading them one by one would be a query each.
func (r *Repository) graph(ctx context.Context) (graph, error) {
	objects, err := r.storage.Commits(ctx)
	if err != nil {
		return nil, err
	}
	if len(objects) > r.limits.Commits {
		return nil, fault.New(fault.Invalid, "the repository has too many commits").WithHint("Use at most %d commits.", r.limits.Commits)
	}
	all := make(graph, len(objects))
	x := new(expander)
	for _, o := range objects {
		commit, err := decodeCommit(x, o)
		if err != nil {
			return nil, err
		}
		all[o.Hash] = commit
	}
	return all, nil
}

// followers counts, for each ancestor, its direct descendants among the ancestors.
func (g graph) followers(from Hash) map[Hash]int {
	count := map[Hash]int{}
	for name := range g.ancestors(from) {
		for _, parent := range g[name].Parents {
			count[parent]++
		}
	}
	return count
}

// ancestors returns the given commits and their ancestors.
func (g graph) ancestors(from ...Hash) map[Hash]bool {
	seen := map[Hash]bool{}
	for stack := from; len(stack) > 0; {
		last := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		commit, ok := g[last]
		if !ok || seen[last] {
			continue
		}
		seen[last] = true
		stack = append(slices.Clip(stack), commit.Parents...)
	}
	return seen
}

// newest is a heap of commits by time; the hash decides between equal times, so that a log is always the same.
type newest []Commit

func (n newest) Len() int { return len(n) }

func (n newest) Less(i, j int) bool {
	if x, y := n[i].Committer.When, n[j].Committer.When; !x.Equal(y) {
		return x.After(y)
	}
	return n[i].Hash < n[j].Hash
}

func (n newest) Swap(i, j int) { n[i], n[j] = n[j], n[i] }

func (n *newest) Push(x any) {
	if commit, ok := x.(Commit); ok {
		*n = append(*n, commit)
	}
}

func (n *newest) Pop() any {
	last := (*n)[len(*n)-1]
	*n = (*n)[:len(*n)-1]
	return last
}
