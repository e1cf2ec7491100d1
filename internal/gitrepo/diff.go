package gitrepo

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// Change is a path that differs between two commits. If a file exists on one side only, the hash of the other is empty.
type Change struct {
	Path     string
	From, To Hash // of the content
}

// Diff returns the files that differ between two commits, by path. An empty hash means a commit without files.
func (r *Repository) Diff(ctx context.Context, from, to Hash) ([]Change, error) {
	before, err := r.listCommit(ctx, from)
	if err != nil {
		return nil, err
	}
	after, err := r.listCommit(ctx, to)
	if err != nil {
		return nil, err
	}
	var changes []Change
	for path, e := range before {
		if now := after[path]; now.hash != e.hash {
			changes = append(changes, Change{Path: path, From: e.hash, To: now.hash})
		}
	}
	for path, e := range after {
		if _, was := before[path]; !was {
			changes = append(changes, Change{Path: path, To: e.hash})
		}
	}
	slices.SortFunc(changes, func(x, y Change) int { return cmp.Compare(x.Path, y.Path) })
	return changes, nil
}

// listCommit lists the files of a commit.
func (r *Repository) listCommit(ctx context.Context, name Hash) (listing, error) {
	if name == "" {
		return listing{}, nil
	}
	commit, err := r.Commit(ctx, name)
	if err != nil {
		return nil, err
	}
	all, err := r.list(ctx, commit.tree)
	maps.DeleteFunc(all, func(_ string, e entry) bool { return !e.isFile() })
	return all, err
}

// Contents reads contents by hash.
func (r *Repository) Contents(ctx context.Context, blobs []Hash) (map[Hash][]byte, error) {
	paths := map[Hash][]string{}
	for _, blob := range blobs {
		if blob != "" {
			paths[blob] = []string{string(blob)}
		}
	}
	files, err := r.readBlobs(ctx, paths)
	if err != nil {
		return nil, err
	}
	contents := make(map[Hash][]byte, len(files))
	for name, content := range files {
		contents[Hash(name)] = content
	}
	return contents, nil
}
