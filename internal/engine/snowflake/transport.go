package snowflake

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/network"
)

const (
	// maxIdleConnections is how many connections are kept open for the next statements.
	maxIdleConnections = 16
	// maxAnswer limits the bytes of one answer. The server's own limit is far below.
	maxAnswer = 128 << 20

	queryPath     = "/queries/v1/query-request"
	telemetryPath = "/telemetry/send"
)

// transport sends the requests of the driver. It checks each address before it connects, follows no redirect, which would take
// the credentials to another host, and sends no telemetry.
type transport struct {
	base     *http.Transport
	protocol string
}

func (s *settings) newTransport(timeout time.Duration) *transport {
	dialer := net.Dialer{
		Timeout:         timeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 20 * time.Second, Interval: 10 * time.Second, Count: 4},
	}
	if s.checkDial != nil {
		dialer.ControlContext = network.Guard(func(ctx context.Context, address netip.AddrPort) error {
			return s.checkDial(ctx, address, s.database)
		})
	}
	return &transport{protocol: s.protocol, base: &http.Transport{
		Proxy:               nil, // the environment of the server's user decides nothing
		DialContext:         dialer.DialContext,
		TLSClientConfig:     &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout: timeout,
		MaxIdleConnsPerHost: maxIdleConnections,
		IdleConnTimeout:     time.Minute,
		ForceAttemptHTTP2:   true,
	}}
}

var (
	errTooLarge = errors.New("the answer is too large")
	errRedirect = errors.New("the server redirects to another address")
	errPlain    = errors.New("the server names an address without encryption")
)

// RoundTrip sends one request.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	call := callOf(r.Context())
	switch {
	case t.protocol == "https" && r.URL.Scheme != "https":
		return nil, call.end(errPlain)
	case r.URL.Path == telemetryPath:
		return noTelemetry(r), nil
	case r.URL.Path == queryPath && r.Method == http.MethodPost:
		changed, err := call.change(r)
		if err != nil {
			return nil, err
		}
		r = changed
	}
	answer, err := t.base.RoundTrip(r)
	if err != nil {
		if call.isPermanent(err) {
			return nil, call.end(err)
		}
		return nil, err
	}
	if answer.StatusCode >= http.StatusMultipleChoices && answer.StatusCode < http.StatusBadRequest {
		_ = answer.Body.Close()
		return nil, call.end(errRedirect)
	}
	answer.Body = &limitedBody{ReadCloser: answer.Body, left: maxAnswer, call: call}
	return answer, nil
}

// CloseIdleConnections is called by the driver when a session ends. The connections are for all sessions.
func (*transport) CloseIdleConnections() {}

// noTelemetry answers a request that is not sent.
func noTelemetry(r *http.Request) *http.Response {
	if r.Body != nil {
		_ = r.Body.Close()
	}
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(`{"success":true}`)),
	}
}

// call is one call of the driver, which may send several requests. A nil call is a request that the driver sends by itself.
type call struct {
	cancel  context.CancelCauseFunc
	isLogin bool
	isAsync bool // the server answers at once with the id of the query
	maxRows int  // of the answer; 0 is no limit
}

type callKey struct{}

// with returns a context for the driver that leads the transport to the call, and ends with it.
func (c *call) with(ctx context.Context) context.Context {
	ctx, c.cancel = context.WithCancelCause(ctx)
	return context.WithValue(ctx, callKey{}, c)
}

func callOf(ctx context.Context) *call {
	c, _ := ctx.Value(callKey{}).(*call)
	return c
}

// end ends the call: the driver would repeat a request with any error but that of an ended context.
func (c *call) end(err error) error {
	if c != nil {
		c.cancel(err)
	}
	return err
}

// isPermanent reports errors that the next attempt has too. A sign-in is not repeated at all: a user waits for it.
func (c *call) isPermanent(err error) bool {
	return c != nil && (c.isLogin || isRefusedAddress(err) || isUntrusted(err) || isUnknownHost(err))
}

// change adds to a statement what the driver cannot express.
func (c *call) change(r *http.Request) (*http.Request, error) {
	if c == nil || !c.isAsync && c.maxRows == 0 {
		return r, nil
	}
	text, err := io.ReadAll(r.Body)
	_ = r.Body.Close()
	if err != nil {
		return nil, err
	}
	var body, parameters map[string]json.RawMessage
	if err := json.Unmarshal(text, &body); err != nil {
		return nil, err
	}
	if given := body["parameters"]; len(given) > 0 {
		if err := json.Unmarshal(given, &parameters); err != nil {
			return nil, err
		}
	}
	if c.isAsync {
		body["asyncExec"] = json.RawMessage("true")
	}
	if c.maxRows > 0 {
		if parameters == nil {
			parameters = map[string]json.RawMessage{}
		}
		if parameters["ROWS_PER_RESULTSET"], err = json.Marshal(c.maxRows); err != nil {
			return nil, err
		}
		if body["parameters"], err = json.Marshal(parameters); err != nil {
			return nil, err
		}
	}
	if text, err = json.Marshal(body); err != nil {
		return nil, err
	}
	changed := r.Clone(r.Context())
	changed.ContentLength = int64(len(text))
	changed.Body = io.NopCloser(bytes.NewReader(text))
	changed.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	return changed, nil
}

// limitedBody fails when an answer is too large.
type limitedBody struct {
	io.ReadCloser

	left int64
	call *call
}

func (b *limitedBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	if b.left -= int64(n); b.left < 0 {
		return 0, b.call.end(errTooLarge)
	}
	return n, err
}
