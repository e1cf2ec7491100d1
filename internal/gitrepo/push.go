package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"github.com/go-git/go-git/v5/plumbing/format/pktline"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"

	"github.com/millrace/millrace/internal/fault"
)

// Pushed is the result of a push.
type Pushed struct {
	Head  Hash
	IsNew bool // false if the peer had it already
}

// Push sends a branch to a peer. It is a conflict if the peer's branch has commits that do not exist here.
func (r *Repository) Push(ctx context.Context, peers Peers, peer Peer, branch string) (Pushed, error) {
	head, err := r.Head(ctx, branch)
	if err != nil {
		return Pushed{}, err
	}
	if head == "" {
		return Pushed{}, fault.New(fault.NotFound, "branch %q does not exist", branch).WithHint("GET …/branches lists the branches.")
	}
	ctx, cancel := peers.limited(ctx)
	defer cancel()
	send := r.pushWire
	if peer.Address.Scheme == Folder {
		send = r.pushFolder
	}
	isNew, err := send(ctx, peers, peer, Branch{Name: branch, Head: head})
	if err != nil {
		return Pushed{}, firstError(ctx, err)
	}
	return Pushed{Head: head, IsNew: isNew}, r.track(ctx, Fetched{Branch: branch, Head: head})
}

func (r *Repository) pushWire(ctx context.Context, peers Peers, peer Peer, what Branch) (bool, error) {
	to, err := peers.visit(peer)
	if err != nil {
		return false, err
	}
	defer to.close()
	refs, err := to.advertise(ctx, receivePack)
	if err != nil {
		return false, err
	}
	at := hashOf(refs.References[branchPrefix+what.Name])
	if at == what.Head {
		return false, nil
	}
	if err := r.checkAhead(ctx, at, what); err != nil {
		return false, err
	}
	var haves []Hash
	for _, there := range slices.Collect(maps.Values(refs.References)) {
		haves = append(haves, hashOf(there))
	}
	names, err := r.reach(ctx, exchange{wants: []Hash{what.Head}, haves: haves})
	if err != nil {
		return false, err
	}
	request, err := r.pushRequest(ctx, Move{Name: branchPrefix + what.Name, From: at, To: what.Head}, names)
	if err != nil {
		return false, err
	}
	answer, err := to.call(ctx, receivePack, request)
	if err != nil {
		return false, err
	}
	defer answer.Close()
	return true, readStatus(answer, peer.Address)
}

// checkAhead rejects a push that would remove commits from a peer.
func (r *Repository) checkAhead(ctx context.Context, at Hash, what Branch) error {
	if at == "" {
		return nil
	}
	isAhead, err := r.IsAncestor(ctx, at, what.Head)
	if err == nil && !isAhead {
		return fault.New(fault.Conflict, "the remote branch %q has commits that do not exist here", what.Name).
			WithHint("Pull first, and push again.")
	}
	return err
}

// pushRequest writes the requested move and its objects.
func (r *Repository) pushRequest(ctx context.Context, move Move, names []Hash) ([]byte, error) {
	var b bytes.Buffer
	e := pktline.NewEncoder(&b)
	if err := e.Encodef("%s %s %s\x00report-status", move.From.orZero(), move.To.orZero(), move.Name); err != nil {
		return nil, err
	}
	if err := e.Flush(); err != nil {
		return nil, err
	}
	err := r.writePack(ctx, &b, names)
	return b.Bytes(), err
}

// readStatus reads the peer's result of a push.
func readStatus(answer io.Reader, address Address) error {
	status := packp.NewReportStatus()
	if err := status.Decode(io.LimitReader(answer, maxAdvertised)); err != nil {
		return notGit(address, err)
	}
	if err := status.Error(); err != nil {
		return fault.Wrap(errors.Join(err), fault.Conflict, "%s rejects the push", address).
			WithHint("The branch may be protected, or another push was faster. Pull, and push again.")
	}
	return nil
}
