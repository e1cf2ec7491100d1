package gitrepo

import (
	"context"
	"maps"
	"slices"

	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/millrace/millrace/internal/fault"
)

// entry is the entry of a tree at a path.
type entry struct {
	mode filemode.FileMode
	hash Hash
}

// isFile reports whether there is a content to read; a link or a submodule has none.
func (e entry) isFile() bool {
	return e.mode == filemode.Regular || e.mode == filemode.Executable || e.mode == filemode.Deprecated
}

// listing has all entries of a tree by path, without the folders.
type listing map[string]entry

// folder is a tree that is not read yet.
type folder struct {
	path  string // with a trailing slash, unless it is the root
	hash  Hash
	depth int
}

// list reads a tree and all its subtrees, level by level, so that a level is one query.
func (r *Repository) list(ctx context.Context, root Hash) (listing, error) {
	w := walk{limit: r.limits.Files, all: listing{}}
	for level := []folder{{hash: root}}; len(level) > 0; level = w.take() {
		objects, err := r.load(ctx, names(level))
		if err != nil {
			return nil, err
		}
		for _, f := range level {
			if err := w.read(f, objects[f.hash]); err != nil {
				return nil, err
			}
			if w.count > r.limits.Files || f.depth > deepestPath {
				return nil, r.tooLarge()
			}
		}
	}
	return w.all, nil
}

// walk is the state of reading a tree.
type walk struct {
	expander expander

	limit int
	all   listing
	next  []folder // the level below
	count int      // of files and folders
}

func (w *walk) take() []folder {
	level := w.next
	w.next = nil
	return level
}

func names(level []folder) []Hash {
	unique := map[Hash]bool{}
	for _, f := range level {
		unique[f.hash] = true
	}
	return slices.Collect(maps.Keys(unique))
}

// read records the entries of a folder. A tree may contain one folder a thousand times, and so on below it. The result
// counts, so reading stops at the limit.
func (w *walk) read(f folder, from Object) error {
	tree, err := decodeTree(&w.expander, from)
	if err != nil {
		return err
	}
	for _, e := range tree.Entries {
		if w.count++; w.count > w.limit {
			return nil
		}
		if err := checkName(e.Name); err != nil {
			return err
		}
		path := f.path + e.Name
		if e.Mode == filemode.Dir {
			w.next = append(w.next, folder{path: path + "/", hash: hashOf(e.Hash), depth: f.depth + 1})
		} else {
			w.all[path] = entry{mode: e.Mode, hash: hashOf(e.Hash)}
		}
	}
	return nil
}

func (r *Repository) tooLarge() error {
	return fault.New(fault.Invalid, "the commit is too large").
		WithHint("Use at most %d files with %d MB in total, in folders of at most %d levels.", r.limits.Files, r.limits.TotalBytes>>20, deepestPath)
}

func decodeTree(x *expander, from Object) (*object.Tree, error) {
	encoded, err := x.encoded(from)
	if err != nil {
		return nil, err
	}
	var tree object.Tree
	if err := tree.Decode(encoded); err != nil {
		return nil, damaged(from, err)
	}
	return &tree, nil
}

func damaged(from Object, err error) error {
	return fault.Wrap(err, fault.Invalid, "the %s %s cannot be read", from.Kind, from.Hash).
		WithHint("Check the repository with git fsck.")
}

// Files returns the files of a commit by path, without links and submodules.
func (r *Repository) Files(ctx context.Context, commit Hash) (map[string][]byte, error) {
	found, err := r.Commit(ctx, commit)
	if err != nil {
		return nil, err
	}
	all, err := r.list(ctx, found.tree)
	if err != nil {
		return nil, err
	}
	paths := map[Hash][]string{}
	for path, e := range all {
		if e.isFile() {
			paths[e.hash] = append(paths[e.hash], path)
		}
	}
	return r.readBlobs(ctx, paths)
}

// readBlobs reads contents, each for all paths that have it.
func (r *Repository) readBlobs(ctx context.Context, paths map[Hash][]string) (map[string][]byte, error) {
	files := map[string][]byte{}
	total := int64(0)
	x := new(expander)
	for some := range slices.Chunk(slices.Sorted(maps.Keys(paths)), batch) {
		objects, err := r.load(ctx, some)
		if err != nil {
			return nil, err
		}
		for _, o := range objects {
			total += o.Size * int64(len(paths[o.Hash]))
			if o.Size > r.limits.FileBytes || total > r.limits.TotalBytes {
				return nil, r.tooLarge()
			}
			content, err := x.content(o)
			if err != nil {
				return nil, damaged(o, err)
			}
			for _, path := range paths[o.Hash] {
				files[path] = content
			}
		}
	}
	return files, nil
}
