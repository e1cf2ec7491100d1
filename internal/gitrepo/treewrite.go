package gitrepo

import (
	"context"
	"io"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/millrace/millrace/internal/fault"
)

// draft is a tree that is being built, with its new objects.
type draft struct {
	compressor compressor

	entries listing
	fresh   []Object // objects that the parent does not have
	known   map[Hash]bool
}

// newDraft combines files with the parent. Links and submodules stay unless a file replaces them, and an executable
// file stays executable.
func (r *Repository) newDraft(files map[string][]byte, parent listing) (*draft, error) {
	d := &draft{entries: make(listing, len(files)), known: make(map[Hash]bool, len(parent))}
	for _, e := range parent {
		d.known[e.hash] = true
	}
	if len(files) > r.limits.Files {
		return nil, r.tooLarge()
	}
	total := int64(0)
	for _, path := range slices.Sorted(maps.Keys(files)) {
		content := files[path]
		total += int64(len(content))
		if total > r.limits.TotalBytes || int64(len(content)) > r.limits.FileBytes {
			return nil, r.tooLarge()
		}
		if err := d.addFile(path, content, parent[path]); err != nil {
			return nil, err
		}
	}
	d.keepOthers(parent)
	return d, nil
}

func (d *draft) addFile(path string, content []byte, before entry) error {
	if err := checkPath(path); err != nil {
		return err
	}
	e := entry{mode: filemode.Regular, hash: name(BlobKind, content)}
	if before.mode == filemode.Executable {
		e.mode = filemode.Executable
	}
	d.entries[path] = e
	if d.known[e.hash] {
		return nil
	}
	d.known[e.hash] = true
	blob, err := d.compressor.object(BlobKind, content)
	d.fresh = append(d.fresh, blob)
	return err
}

// keep copies the files of the parent that Keep keeps.
func (r *Repository) keep(ctx context.Context, d *draft, parent listing, from Draft) error {
	if from.Keep == nil {
		return nil
	}
	candidates := map[Hash]bool{}
	for path, e := range parent {
		if _, is := d.entries[path]; !is && e.isFile() {
			candidates[e.hash] = true
		}
	}
	for some := range slices.Chunk(slices.Sorted(maps.Keys(candidates)), batch) {
		objects, err := r.load(ctx, some)
		if err != nil {
			return err
		}
		for path, e := range parent {
			if o, is := objects[e.hash]; is && e.isFile() && !d.isTaken(path) && from.Keep(path, o.Size) {
				d.entries[path] = e
			}
		}
	}
	return nil
}

// isTaken reports whether another entry has a path.
func (d *draft) isTaken(path string) bool {
	_, is := d.entries[path]
	return is || d.isBelowFile(path)
}

// keepOthers copies links and submodules. A file or folder of that name replaces them.
func (d *draft) keepOthers(parent listing) {
	folders := map[string]bool{}
	for path := range d.entries {
		for i, c := range path {
			if c == '/' {
				folders[path[:i]] = true
			}
		}
	}
	for path, e := range parent {
		if _, taken := d.entries[path]; !e.isFile() && !taken && !folders[path] && !d.isBelowFile(path) {
			d.entries[path] = e
		}
	}
}

func (d *draft) isBelowFile(path string) bool {
	for i, c := range path {
		if c == '/' {
			if _, is := d.entries[path[:i]]; is {
				return true
			}
		}
	}
	return false
}

// build makes the tree objects, from the leaves up, and returns the root.
func (d *draft) build() (Hash, error) {
	top := &branch{folders: map[string]*branch{}}
	for _, path := range slices.Sorted(maps.Keys(d.entries)) {
		if err := top.put(path, d.entries[path]); err != nil {
			return "", err
		}
	}
	return d.write(top)
}

// branch is one folder of a tree that is being built.
type branch struct {
	entries []object.TreeEntry
	folders map[string]*branch
}

// put adds an entry. Paths are sorted, so a file comes before the folder of the same name.
func (b *branch) put(path string, e entry) error {
	whole := path
	for {
		first, rest, deeper := strings.Cut(path, "/")
		if !deeper {
			b.entries = append(b.entries, object.TreeEntry{Name: first, Mode: e.mode, Hash: e.hash.plumbing()})
			return nil
		}
		next := b.folders[first]
		if next == nil {
			if slices.ContainsFunc(b.entries, func(e object.TreeEntry) bool { return e.Name == first }) {
				return fault.New(fault.Invalid, "%q is a file and cannot be a folder in %q as well", first, whole).
					WithHint("Rename one of them.")
			}
			next = &branch{folders: map[string]*branch{}}
			b.folders[first] = next
		}
		b, path = next, rest
	}
}

// write makes the objects of a folder and its subfolders.
func (d *draft) write(b *branch) (Hash, error) {
	tree := object.Tree{Entries: b.entries}
	for _, name := range slices.Sorted(maps.Keys(b.folders)) {
		hash, err := d.write(b.folders[name])
		if err != nil {
			return "", err
		}
		tree.Entries = append(tree.Entries, object.TreeEntry{Name: name, Mode: filemode.Dir, Hash: hash.plumbing()})
	}
	sort.Sort(object.TreeEntrySorter(tree.Entries))
	var encoded plumbing.MemoryObject
	if err := tree.Encode(&encoded); err != nil {
		return "", err
	}
	made, err := d.compressor.objectOf(&encoded)
	if err == nil && !d.known[made.Hash] {
		d.known[made.Hash] = true
		d.fresh = append(d.fresh, made)
	}
	return made.Hash, err
}

// objectOf converts an object of the git library.
func (c *compressor) objectOf(encoded *plumbing.MemoryObject) (Object, error) {
	r, err := encoded.Reader()
	if err != nil {
		return Object{}, err
	}
	content, err := io.ReadAll(r)
	if err != nil {
		return Object{}, err
	}
	return c.object(Kind(encoded.Type().String()), content)
}
