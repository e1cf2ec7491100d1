package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/protocol/packp"

	"github.com/millrace/millrace/internal/fault"
)

// httpWire connects to a peer over https.
type httpWire struct {
	peer   Peer
	client *http.Client
	base   url.URL
}

func newHTTPWire(p Peers, peer Peer) *httpWire {
	w := &httpWire{
		peer: peer,
		base: url.URL{Scheme: "https", Host: peer.Address.Host, Path: strings.TrimSuffix(peer.Address.Path, "/")},
	}
	w.client = &http.Client{Transport: p.transport(), CheckRedirect: w.follow}
	return w
}

// errElsewhere marks a redirect that is not followed.
var errElsewhere = errors.New("it points elsewhere")

// follow follows a redirect to another path of the same host only. Another host would receive the credentials.
func (w *httpWire) follow(to *http.Request, via []*http.Request) error {
	if to.URL.Scheme != w.base.Scheme || to.URL.Host != w.base.Host || to.Method != http.MethodGet || len(via) > 5 {
		return errElsewhere
	}
	return nil
}

func (w *httpWire) advertise(ctx context.Context, service string) (*packp.AdvRefs, error) {
	where := w.base.JoinPath("info", "refs")
	where.RawQuery = "service=" + service
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, where.String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	response, err := w.do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	// A redirect may have led to another path of the host; the next requests use it too.
	if path, ok := strings.CutSuffix(response.Request.URL.Path, "/info/refs"); ok {
		w.base.Path = path
	}
	refs := packp.NewAdvRefs()
	if err := refs.Decode(io.LimitReader(response.Body, maxAdvertised)); err != nil && !isEmptyRepository(err) {
		return nil, notGit(w.peer.Address, err)
	}
	return refs, nil
}

func isEmptyRepository(err error) bool {
	return errors.Is(err, packp.ErrEmptyAdvRefs) || errors.Is(err, packp.ErrEmptyInput)
}

func (w *httpWire) call(ctx context.Context, service string, body []byte) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.base.JoinPath(service).String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", fmt.Sprintf("application/x-%s-request", service))
	request.Header.Set("Accept", fmt.Sprintf("application/x-%s-result", service))
	response, err := w.do(request)
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}

// do sends a request with the credential and checks the status.
func (w *httpWire) do(request *http.Request) (*http.Response, error) {
	request.Header.Set("User-Agent", "git/millrace") // some hosts speak git only with such a user agent
	if w.peer.Credential.Token != "" {
		request.SetBasicAuth(w.peer.Credential.Username, w.peer.Credential.Token)
	}
	response, err := w.client.Do(request)
	switch {
	case errors.Is(err, errElsewhere):
		return nil, fault.New(fault.Invalid, "%s redirects to another address, which is not followed", w.peer.Address).
			WithHint("Use the address of the redirect.")
	case err != nil:
		return nil, unconnected(w.peer.Address, err)
	case response.StatusCode == http.StatusOK:
		return response, nil
	}
	_ = response.Body.Close() // nothing in it is of use
	switch response.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound:
		return nil, refused(w.peer.Address)
	default:
		return nil, unreachable(w.peer.Address, fmt.Errorf("it answers %d", response.StatusCode))
	}
}

func (w *httpWire) close() { w.client.CloseIdleConnections() }

// notGit returns the fault for a peer that does not speak git.
func notGit(address Address, err error) error {
	return fault.Wrap(err, fault.Invalid, "%s does not answer as a git repository", address).
		WithHint("Check the address; use the one for git clone.")
}
