package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/pktline"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/capability"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/sideband"

	"github.com/millrace/millrace/internal/fault"
)

// Fetched is the result of a fetch.
type Fetched struct {
	Branch string // the requested one, or the peer's current branch
	Head   Hash
}

// Fetch fetches a branch of a peer with its history, and records its head; no branch of the repository moves. An empty
// branch means the peer's current branch.
func (r *Repository) Fetch(ctx context.Context, peers Peers, peer Peer, branch string) (Fetched, error) {
	ctx, cancel := peers.limited(ctx)
	defer cancel()
	fetched, err := r.fetch(ctx, peers, peer, branch)
	if err != nil {
		return Fetched{}, firstError(ctx, err)
	}
	if err := CheckBranch(fetched.Branch); err != nil {
		return Fetched{}, err
	}
	return fetched, r.track(ctx, fetched)
}

func (r *Repository) fetch(ctx context.Context, peers Peers, peer Peer, branch string) (Fetched, error) {
	if peer.Address.Scheme == Folder {
		return r.fetchFolder(ctx, peers, peer.Address, branch)
	}
	to, err := peers.visit(peer)
	if err != nil {
		return Fetched{}, err
	}
	defer to.close()
	refs, err := to.advertise(ctx, uploadPack)
	if err != nil {
		return Fetched{}, err
	}
	fetched, err := choose(peer.Address, refs, branch)
	if err != nil {
		return Fetched{}, err
	}
	graph, err := r.graph(ctx)
	if err != nil {
		return Fetched{}, err
	}
	if _, known := graph[fetched.Head]; known {
		return fetched, nil
	}
	return fetched, r.download(ctx, to, peer.Address, wanted{refs: refs, head: fetched.Head, graph: graph})
}

// choose finds the branch in the references that a peer advertises.
func choose(address Address, refs *packp.AdvRefs, branch string) (Fetched, error) {
	if len(refs.References) == 0 {
		return Fetched{}, fault.Wrap(errNoBranch, fault.Invalid, "%s is empty", address).WithHint("Push a project to it first.")
	}
	if branch == "" {
		branch = headOf(refs)
	}
	head, ok := refs.References[branchPrefix+branch]
	if !ok {
		return Fetched{}, noBranch(address, branch)
	}
	return Fetched{Branch: branch, Head: hashOf(head)}, nil
}

// errNoBranch marks the fault for a branch that a peer does not have.
var errNoBranch = errors.New("there is no such branch")

func noBranch(address Address, branch string) error {
	return fault.Wrap(errNoBranch, fault.Invalid, "%s has no branch %q", address, branch).WithHint("Name one of its branches.")
}

// IsNoBranch reports whether a fetch failed because the peer does not have the branch, or is empty.
func IsNoBranch(err error) bool { return errors.Is(err, errNoBranch) }

// headOf returns the current branch of a peer: the advertised one, or one with the same commit.
func headOf(refs *packp.AdvRefs) string {
	for _, symbolic := range refs.Capabilities.Get(capability.SymRef) {
		if target, ok := strings.CutPrefix(symbolic, "HEAD:"+branchPrefix); ok {
			return target
		}
	}
	for _, name := range slices.Sorted(maps.Keys(refs.References)) {
		if branch, ok := strings.CutPrefix(name, branchPrefix); ok && refs.Head != nil && refs.References[name] == *refs.Head {
			return branch
		}
	}
	return "main"
}

// wanted is a request to a peer.
type wanted struct {
	refs  *packp.AdvRefs
	head  Hash
	graph graph // the commits that exist here
}

// download fetches a commit with the part of its history that does not exist here.
func (r *Repository) download(ctx context.Context, to wire, address Address, w wanted) error {
	request, banded := w.request()
	answer, err := to.call(ctx, uploadPack, request)
	if err != nil {
		return err
	}
	defer answer.Close()
	whole, err := readAnswer(answer, banded, r.limits)
	var names map[Hash]Kind
	if err == nil {
		names, err = r.unpack(ctx, whole)
	}
	switch {
	case errors.Is(err, errPack):
		return notGit(address, err)
	case err != nil:
		return err
	default:
		return r.checkWhole(ctx, w.head, names)
	}
}

// maxHaves limits the commits that a request lists as existing here.
const maxHaves = 256

// request writes what is wanted and what exists here in one message, so that one request is enough.
func (w wanted) request() (request []byte, banded bool) {
	var b bytes.Buffer
	e := pktline.NewEncoder(&b)
	banded = w.refs.Capabilities.Supports(capability.Sideband64k)
	var abilities []string
	for _, ability := range []capability.Capability{capability.MultiACKDetailed, capability.Sideband64k, capability.OFSDelta, capability.NoProgress} {
		if w.refs.Capabilities.Supports(ability) {
			abilities = append(abilities, ability.String())
		}
	}
	_ = e.Encodef("want %s %s\n", w.head, strings.Join(abilities, " ")) // a buffer takes everything
	_ = e.Flush()
	all := newest(slices.Collect(maps.Values(w.graph)))
	slices.SortFunc(all, func(x, y Commit) int { return y.Committer.When.Compare(x.Committer.When) })
	for _, commit := range all[:min(maxHaves, len(all))] {
		_ = e.Encodef("have %s\n", commit.Hash)
	}
	_ = e.Encodef("done\n")
	return b.Bytes(), banded
}

// readAnswer returns the pack after the acknowledgements.
func readAnswer(answer io.Reader, banded bool, limits Limits) ([]byte, error) {
	limited := io.LimitReader(answer, limits.PackBytes+limits.PackBytes/16+(1<<20))
	lines := pktline.NewScanner(limited)
	for {
		if !lines.Scan() {
			return nil, errors.Join(errPack, lines.Err())
		}
		words := strings.Fields(string(lines.Bytes()))
		if len(words) == 1 && words[0] == "NAK" || len(words) == 2 && words[0] == "ACK" {
			break
		}
		if len(words) < 2 || words[0] != "ACK" {
			return nil, fmt.Errorf("%w: it begins with %.60q", errPack, lines.Bytes())
		}
	}
	pack := limited
	if banded {
		pack = sideband.NewDemuxer(sideband.Sideband64k, limited)
	}
	whole, err := io.ReadAll(io.LimitReader(pack, limits.PackBytes+1))
	if int64(len(whole)) > limits.PackBytes {
		return nil, tooMuchSent(limits)
	}
	if err != nil {
		return nil, errors.Join(errPack, err)
	}
	return whole, nil
}

// track records the head of a branch of the peer.
func (r *Repository) track(ctx context.Context, fetched Fetched) error {
	at, err := r.RemoteHead(ctx, fetched.Branch)
	if err != nil || at == fetched.Head {
		return err
	}
	return r.storage.Move(ctx, Move{Name: remotePrefix + fetched.Branch, From: at, To: fetched.Head})
}

func (h Hash) orZero() string {
	if h == "" {
		return plumbing.ZeroHash.String()
	}
	return string(h)
}
