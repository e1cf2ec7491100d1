package gitrepo

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"golang.org/x/crypto/ssh"

	"github.com/millrace/millrace/internal/fault"
)

// sshWire connects to a peer over ssh. A service is one command; its response continues after the references.
type sshWire struct {
	peer   Peer
	dialer *net.Dialer
	client *ssh.Client
	in     io.WriteCloser
	out    *bufio.Reader
	stop   func() bool
}

// hostKeyOrder is fixed, so that a host with several keys always shows the same one.
func hostKeyOrder() []string {
	return []string{
		ssh.KeyAlgoED25519, ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521, ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256,
	}
}

func (w *sshWire) advertise(ctx context.Context, service string) (*packp.AdvRefs, error) {
	if err := w.dial(ctx); err != nil {
		return nil, err
	}
	session, err := w.client.NewSession()
	if err != nil {
		return nil, unreachable(w.peer.Address, err)
	}
	out, err := session.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if w.in, err = session.StdinPipe(); err != nil {
		return nil, err
	}
	if err := session.Start(service + " " + quote(w.peer.Address.Path)); err != nil {
		return nil, unreachable(w.peer.Address, err)
	}
	w.out = bufio.NewReader(out)
	refs := packp.NewAdvRefs()
	switch err := refs.Decode(w.out); {
	case errors.Is(err, packp.ErrEmptyInput):
		return nil, refused(w.peer.Address) // the command ended with a message on stderr
	case err != nil && !isEmptyRepository(err):
		return nil, notGit(w.peer.Address, err)
	}
	return refs, nil
}

func (w *sshWire) call(_ context.Context, _ string, request []byte) (io.ReadCloser, error) {
	if _, err := w.in.Write(request); err != nil {
		return nil, unreachable(w.peer.Address, err)
	}
	return io.NopCloser(w.out), nil
}

// dial connects, checks the host and signs in. The connection ends with the context.
func (w *sshWire) dial(ctx context.Context) error {
	if w.peer.Keys == nil {
		return fault.New(fault.Unsupported, "keys of ssh hosts cannot be stored here").WithHint("Use https.")
	}
	signIn, err := w.methods()
	if err != nil {
		return err
	}
	address := w.peer.Address.Host
	if _, _, err := net.SplitHostPort(address); err != nil {
		address = net.JoinHostPort(w.peer.Address.hostname(), "22")
	}
	connection, err := w.dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return unconnected(w.peer.Address, err)
	}
	w.stop = context.AfterFunc(ctx, func() { _ = connection.Close() })
	var stranger error
	secured, channels, requests, err := ssh.NewClientConn(connection, address, &ssh.ClientConfig{
		User: cmp.Or(w.peer.Address.User, w.peer.Credential.Username, "git"), Auth: signIn, HostKeyAlgorithms: hostKeyOrder(),
		HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
			stranger = w.checkHost(ctx, address, ssh.FingerprintSHA256(key))
			return stranger
		},
	})
	switch {
	case stranger != nil:
		return stranger
	case err != nil && ctx.Err() == nil && strings.Contains(err.Error(), "unable to authenticate"):
		return refused(w.peer.Address)
	case err != nil:
		return unreachable(w.peer.Address, err)
	}
	w.client = ssh.NewClient(secured, channels, requests)
	return nil
}

// checkHost compares the key of a host with the stored one.
func (w *sshWire) checkHost(ctx context.Context, host, fingerprint string) error {
	known, err := w.peer.Keys.TrustOnFirstUse(ctx, host, fingerprint)
	if err != nil {
		return err
	}
	if known != fingerprint {
		return fault.New(fault.Invalid, "the ssh host %s has the key %s, but the stored key is %s", host, fingerprint, known).
			WithHint("The connection may be intercepted. If the host has a new key, clear the project's gitRepo and set it again.")
	}
	return nil
}

// methods returns the ways to sign in that the token allows.
func (w *sshWire) methods() ([]ssh.AuthMethod, error) {
	token := w.peer.Credential.Token
	switch {
	case token == "":
		return nil, nil
	case !strings.HasPrefix(strings.TrimSpace(token), "-----BEGIN"):
		return []ssh.AuthMethod{ssh.Password(token)}, nil
	}
	key, err := ssh.ParsePrivateKey([]byte(strings.TrimSpace(token) + "\n"))
	if err != nil {
		return nil, fault.New(fault.Invalid, "the private key of the git account cannot be read"). // the cause may repeat parts of it
														WithHint("Set gitToken to a key in PEM that is not protected by a password.")
	}
	return []ssh.AuthMethod{ssh.PublicKeys(key)}, nil
}

func (w *sshWire) close() {
	if w.stop != nil {
		w.stop()
	}
	if w.client != nil {
		_ = w.client.Close() // the other side may have closed it first
	}
}

// quote quotes a path for the shell of the host.
func quote(path string) string {
	return "'" + strings.NewReplacer("'", `'\''`, "!", `'\!'`).Replace(path) + "'"
}
