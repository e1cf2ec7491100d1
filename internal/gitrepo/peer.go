package gitrepo

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"time"

	"github.com/go-git/go-git/v5/plumbing/protocol/packp"

	"github.com/millrace/millrace/internal/fault"
)

// Peers reaches repositories elsewhere.
type Peers struct {
	// Folders are where repositories of this machine may be; in none, when there are none.
	Folders []string
	// Private also allows hosts in private networks and on this machine; see neighborhood.go.
	Private bool
	// Transport sends requests over https, wherever they go; nil is one that keeps to the hosts that are allowed.
	Transport http.RoundTripper
	// Timeout ends a fetch or push; 0 is two minutes.
	Timeout time.Duration
}

// Peer is a repository elsewhere and how to get in.
type Peer struct {
	Address    Address
	Credential Credential
	Keys       Keys // needed for ssh
}

// Credential is what a peer is visited with. The zero value is nobody.
type Credential struct {
	Username string
	Token    string // a token, a password, or a private key in PEM for ssh
}

// String keeps the token out of texts.
func (c Credential) String() string { return c.Username }

// GoString keeps the token out of texts.
func (c Credential) GoString() string { return c.Username }

// Keys remembers the keys of ssh hosts.
//
// The first key that a host shows is taken on trust and remembered; from then on another key is refused. Nobody is asked,
// and nobody can be misled later: whoever wants to be sure from the start compares the fingerprint that was remembered
// with the one that the host's operator publishes.
type Keys interface {
	// TrustOnFirstUse gives the fingerprint that is remembered for a host, after remembering this one if there was none.
	TrustOnFirstUse(ctx context.Context, host, fingerprint string) (string, error)
}

// The services of a peer.
const (
	uploadPack  = "git-upload-pack"
	receivePack = "git-receive-pack"
)

// wire is a way to a peer that speaks git's protocol.
type wire interface {
	// advertise asks a service for the references.
	advertise(ctx context.Context, service string) (*packp.AdvRefs, error)
	// call sends a request to the service that was asked, and gives the answer. Whoever gets it closes it.
	call(ctx context.Context, service string, request []byte) (io.ReadCloser, error)
	close()
}

// visit opens the way to a peer over a network.
func (p Peers) visit(peer Peer) (wire, error) {
	switch peer.Address.Scheme {
	case HTTPS:
		return newHTTPWire(p, peer), nil
	case SSH:
		return &sshWire{peer: peer, dialer: p.dialer()}, nil
	case Folder:
	}
	return nil, badAddress("it is not on a network")
}

// limited gives a visit its deadline.
func (p Peers) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, cmp.Or(p.Timeout, 2*time.Minute), errSlow)
}

var errSlow = fault.New(fault.Unavailable, "the remote repository took too long").
	WithHint("Try again later; a large history may have to be brought in piece by piece.")

// unreachable is the fault for a peer that cannot be talked to.
func unreachable(address Address, err error) error {
	return fault.Wrap(err, fault.Unavailable, "%s cannot be reached", address).
		WithHint("Check the address, and that this server may connect to it. Then try again.")
}

// refused is the fault for a peer that does not let us in.
func refused(address Address) error {
	return fault.New(fault.Invalid, "%s does not let us in", address).
		WithHint("Check that the repository exists, and the username and token of the git account that is linked to the project.")
}

// maxAdvertised bounds a list of references.
const maxAdvertised = 16 << 20

// firstError is why a visit ended: its deadline, if that has passed, else what happened.
func firstError(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
