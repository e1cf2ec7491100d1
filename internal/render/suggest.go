package render

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// suggester finds the name that was probably meant. It is built on first use. A project in which every reference is
// broken calls it for each of them, so it must not compare all nodes. It indexes every name and every variant of it
// with one letter removed; two names are similar if they share one of these.
type suggester struct {
	once  sync.Once
	nodes []*transform.Node
	near  []remainder // by hash
}

// remainder is the hash of a name, or of a name with one letter removed, and the node that it belongs to.
type remainder struct {
	hash uint64
	node int32
}

const (
	maxName = 64 // longer names are not compared
	minName = 3  // in shorter names, one letter is too much of the name
)

// hintFor returns the hint about a reference to an unknown node.
func (r *Renderer) hintFor(ref transform.NodeRef) string {
	if near, found := r.nodes.suggest(ref); found {
		return fmt.Sprintf("did you mean ref('%s', '%s')?", near.Location, near.Name)
	}
	return "name a node of the project by its location and its name"
}

// suggest returns the node with the most similar name, preferably in the same location.
func (x index) suggest(ref transform.NodeRef) (transform.NodeRef, bool) {
	if len(ref.Name) > maxName {
		return transform.NodeRef{}, false
	}
	var all []transform.NodeRef
	for n := range x.base.suggester.candidates(ref.Name) {
		if x.isCurrent(n) {
			all = append(all, n.Ref())
		}
	}
	for _, n := range x.changed {
		if n != nil && isLikely(ref.Name, n.Name) {
			all = append(all, n.Ref())
		}
	}
	slices.SortFunc(all, func(a, b transform.NodeRef) int {
		return cmp.Or(cmp.Compare(a.Location, b.Location), cmp.Compare(a.Name, b.Name))
	})
	here := slices.DeleteFunc(slices.Clone(all), func(r transform.NodeRef) bool { return !strings.EqualFold(r.Location, ref.Location) })
	if near, found := nearest(ref.Name, here); found {
		return near, true
	}
	return nearest(ref.Name, all)
}

// nearest returns the first of the nodes with the most similar name. Very short names are similar to most names, so
// they must be equal except for their case.
func nearest(name string, nodes []transform.NodeRef) (transform.NodeRef, bool) {
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = n.Name
	}
	near, found := diagnostic.Nearest(name, names)
	if !found || min(len(name), len(near)) < minName && !strings.EqualFold(name, near) {
		return transform.NodeRef{}, false
	}
	return nodes[slices.Index(names, near)], true
}

// candidates returns nodes whose names are likely to be similar. Hash collisions can add others.
func (s *suggester) candidates(name string) iter.Seq[*transform.Node] {
	s.once.Do(s.fill)
	return func(yield func(*transform.Node) bool) {
		for hash := range remainders(name) {
			from := sort.Search(len(s.near), func(i int) bool { return s.near[i].hash >= hash })
			for _, r := range s.near[from:] {
				if r.hash != hash {
					break
				}
				if !yield(s.nodes[r.node]) {
					return
				}
			}
		}
	}
}

// isLikely reports whether a name is a candidate for another. It applies the rule of candidates to the few nodes that
// changed after the index was built.
func isLikely(name, candidate string) bool {
	if len(candidate) > maxName || len(name)-len(candidate) > 1 || len(candidate)-len(name) > 1 {
		return false
	}
	parts := slices.Collect(remainders(name))
	for hash := range remainders(candidate) {
		if slices.Contains(parts, hash) {
			return true
		}
	}
	return false
}

func (s *suggester) fill() {
	for i, n := range s.nodes {
		if len(n.Name) > maxName {
			continue
		}
		for hash := range remainders(n.Name) {
			s.near = append(s.near, remainder{hash, int32(i)}) //nolint:gosec // there are far fewer nodes
		}
	}
	slices.SortFunc(s.near, func(a, b remainder) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.node, b.node))
	})
}

// remainders returns the hashes of a name, ignoring case, and of its variants with one byte removed.
func remainders(name string) iter.Seq[uint64] {
	name = strings.ToLower(name)
	return func(yield func(uint64) bool) {
		for skip := -1; skip < len(name); skip++ {
			hash := uint64(14695981039346656037) // FNV-1a
			for i := range len(name) {
				if i != skip {
					hash = (hash ^ uint64(name[i])) * 1099511628211
				}
			}
			if !yield(hash) {
				return
			}
		}
	}
}
