package gitrepo

import (
	"context"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/fault"
)

// checkWhole checks that a peer sent everything: all objects that its commit refers to exist here. What existed before
// was complete already.
func (r *Repository) checkWhole(ctx context.Context, head Hash, sent map[Hash]Kind) error {
	if sent[head] != CommitKind {
		return incomplete()
	}
	needed := map[Hash]bool{}
	x := new(expander)
	for some := range slices.Chunk(slices.Sorted(maps.Keys(sent)), batch) {
		some = slices.DeleteFunc(some, func(name Hash) bool { return sent[name] != CommitKind && sent[name] != TreeKind })
		objects, err := r.load(ctx, some)
		if err != nil {
			return err
		}
		for _, o := range objects {
			if err := leadsTo(x, o, needed); err != nil {
				return err
			}
		}
	}
	maps.DeleteFunc(needed, func(name Hash, _ bool) bool { return sent[name] != "" })
	for some := range slices.Chunk(slices.Sorted(maps.Keys(needed)), batch) {
		absent, err := r.storage.Missing(ctx, some)
		if err != nil {
			return err
		}
		if len(absent) > 0 {
			return incomplete()
		}
	}
	return nil
}

// leadsTo records the objects that a commit or tree refers to.
func leadsTo(x *expander, o Object, needed map[Hash]bool) error {
	if o.Kind == CommitKind {
		commit, err := decodeCommit(x, o)
		if err != nil {
			return err
		}
		needed[commit.tree] = true
		for _, parent := range commit.Parents {
			needed[parent] = true
		}
		return nil
	}
	t := &tour{seen: needed}
	folders, err := t.enter(o)
	for _, name := range folders {
		needed[name] = true
	}
	return err
}

func incomplete() error {
	return fault.New(fault.Invalid, "the remote repository did not send all objects of its branch").
		WithHint("It may be a shallow clone, or damaged. Check it with git fsck.")
}
