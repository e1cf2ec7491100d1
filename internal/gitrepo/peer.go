package gitrepo

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"net/netip"
	"time"

	"github.com/go-git/go-git/v5/plumbing/protocol/packp"

	"github.com/millrace/millrace/internal/fault"
)

// Peers connects to other repositories.
type Peers struct {
	// Folders lists the folders of this machine that may contain repositories; none if it is empty.
	Folders []string
	// CheckDial rejects an address that the server must not connect to; see peer_address.go. nil allows public ones only.
	CheckDial func(ctx context.Context, address netip.AddrPort) error
	// Transport sends requests over https, wherever they go; nil means one that connects to allowed hosts only.
	Transport http.RoundTripper
	// Timeout limits a fetch or push; 0 means two minutes.
	Timeout time.Duration
}

// Peer is another repository and its credential.
type Peer struct {
	Address    Address
	Credential Credential
	Keys       Keys // needed for ssh
}

// Credential signs in to a peer. The zero value is anonymous.
type Credential struct {
	Username string
	Token    string // a token, a password, or a private key in PEM for ssh
}

// String hides the token.
func (c Credential) String() string { return c.Username }

// GoString hides the token.
func (c Credential) GoString() string { return c.Username }

// Keys stores the keys of ssh hosts.
//
// The first key of a host is trusted and stored; afterwards another key is rejected. No user is asked. To be sure from
// the start, compare the stored fingerprint with the one that the host's operator publishes.
type Keys interface {
	// TrustOnFirstUse returns the stored fingerprint of a host; it stores this one if there is none.
	TrustOnFirstUse(ctx context.Context, host, fingerprint string) (string, error)
}

// The services of a peer.
const (
	uploadPack  = "git-upload-pack"
	receivePack = "git-receive-pack"
)

// wire is a connection to a peer in git's protocol.
type wire interface {
	// advertise requests the references of a service.
	advertise(ctx context.Context, service string) (*packp.AdvRefs, error)
	// call sends a request to the advertised service and returns the response. The caller closes it.
	call(ctx context.Context, service string, request []byte) (io.ReadCloser, error)
	close()
}

// visit opens a connection to a peer over a network.
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

// limited returns a context with the deadline of an exchange.
func (p Peers) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, cmp.Or(p.Timeout, 2*time.Minute), errSlow)
}

var errSlow = fault.New(fault.Unavailable, "the remote repository took too long").
	WithHint("Try again later; import a large history in several steps.")

// unreachable returns the fault for a peer that does not answer.
func unreachable(address Address, err error) error {
	return fault.Wrap(err, fault.Unavailable, "%s cannot be reached", address).
		WithHint("Check the address, and that this server may connect to it. Then try again.")
}

// refused returns the fault for a peer that rejects the credential.
func refused(address Address) error {
	return fault.New(fault.Invalid, "%s rejects the credential", address).
		WithHint("Check that the repository exists, and the username and token of the git account that is linked to the project.")
}

// maxAdvertised limits a list of references.
const maxAdvertised = 16 << 20

// firstError returns why an exchange ended: the deadline if it has passed, otherwise the error.
func firstError(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
