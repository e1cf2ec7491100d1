package gitrepo

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/fault"
)

// fetchFolder copies a branch from a folder.
func (r *Repository) fetchFolder(ctx context.Context, peers Peers, address Address, branch string) (Fetched, error) {
	from, err := peers.openFolder(address, r.limits)
	if err != nil {
		return Fetched{}, err
	}
	branch = cmp.Or(branch, from.head())
	there := Open(from, r.limits)
	head, err := there.Head(ctx, branch)
	if err != nil {
		return Fetched{}, notGit(address, err)
	}
	if head == "" {
		return Fetched{}, noBranch(address, branch)
	}
	here, err := r.graph(ctx)
	if err != nil {
		return Fetched{}, err
	}
	names, err := there.reach(ctx, exchange{wants: []Hash{head}, haves: slices.Collect(maps.Keys(here))})
	if err != nil {
		return Fetched{}, err
	}
	return Fetched{Branch: branch, Head: head}, r.copy(ctx, from, r.storage, names)
}

// copy copies objects from one storage to another.
func (r *Repository) copy(ctx context.Context, from, to Storage, names []Hash) error {
	if len(names) > r.limits.PackObjects {
		return tooMuchSent(r.limits)
	}
	total := int64(0)
	for some := range slices.Chunk(names, batch) {
		objects, err := from.Objects(ctx, some)
		if err != nil {
			return err
		}
		if len(objects) != len(some) {
			return incomplete()
		}
		for _, o := range objects {
			total += o.Size
		}
		if total > r.limits.PackContent {
			return tooMuchSent(r.limits)
		}
		if err := to.Put(ctx, objects); err != nil {
			return err
		}
	}
	return nil
}

// pushFolder copies a branch into a folder.
func (r *Repository) pushFolder(ctx context.Context, peers Peers, peer Peer, what Branch) (bool, error) {
	to, err := peers.openFolder(peer.Address, r.limits)
	if err != nil {
		return false, err
	}
	if !to.isBare && to.head() == what.Name {
		return false, fault.New(fault.Conflict, "branch %q is checked out in %s", what.Name, peer.Address).
			WithHint("Push to a bare repository, or check out another branch there.")
	}
	there := Open(to, r.limits)
	at, err := there.Head(ctx, what.Name)
	if err != nil {
		return false, notGit(peer.Address, err)
	}
	if at == what.Head {
		return false, nil
	}
	if err := r.checkAhead(ctx, at, what); err != nil {
		return false, err
	}
	known, err := there.graph(ctx)
	if err != nil {
		return false, err
	}
	names, err := r.reach(ctx, exchange{wants: []Hash{what.Head}, haves: slices.Collect(maps.Keys(known))})
	if err != nil {
		return false, err
	}
	if err := r.copy(ctx, r.storage, to, names); err != nil {
		return false, err
	}
	return true, to.Move(ctx, Move{Name: branchPrefix + what.Name, From: at, To: what.Head})
}
