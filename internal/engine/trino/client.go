package trino

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/backoff"
)

// maxPage limits the bytes of one answer. The server's own limit is far below.
const maxPage = 128 << 20

// client sends requests to one server.
type client struct {
	settings settings
	timeout  time.Duration
	logger   *slog.Logger
	http     *http.Client
	header   http.Header // of every request
}

func newClient(s settings, timeout time.Duration, logger *slog.Logger) *client {
	c := &client{settings: s, timeout: timeout, logger: logger, http: s.newTransport(timeout)}
	c.header = c.headers()
	return c
}

func (c *client) close() { c.http.CloseIdleConnections() }

// headers returns the headers of the settings. The time zone makes the result of a statement independent of the server.
func (c *client) headers() http.Header {
	h := http.Header{}
	h.Set("User-Agent", "millrace")
	h.Set("X-Trino-User", c.settings.user)
	h.Set("X-Trino-Source", c.settings.source)
	h.Set("X-Trino-Catalog", c.settings.catalog)
	h.Set("X-Trino-Time-Zone", "UTC")
	h.Set("X-Trino-Client-Capabilities", "PARAMETRIC_DATETIME") // otherwise fractions of seconds are cut
	if c.settings.schema != "" {
		h.Set("X-Trino-Schema", c.settings.schema)
	}
	if session := c.settings.session(); session != "" {
		h.Set("X-Trino-Session", session)
	}
	switch {
	case c.settings.token != "":
		h.Set("Authorization", "Bearer "+c.settings.token)
	case c.settings.password != "":
		request := http.Request{Header: http.Header{}}
		request.SetBasicAuth(c.settings.user, c.settings.password)
		h.Set("Authorization", request.Header.Get("Authorization"))
	}
	return h
}

// session returns the session properties as the server reads them.
func (s *settings) session() string {
	properties := maps.Clone(s.properties)
	if s.timeout > 0 {
		if properties == nil {
			properties = map[string]string{}
		}
		properties["query_max_run_time"] = fmt.Sprintf("%dms", s.timeout.Milliseconds())
	}
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		pairs = append(pairs, name+"="+url.QueryEscape(properties[name]))
	}
	return strings.Join(pairs, ",")
}

// statusError is an answer that is not about a statement.
type statusError struct {
	status int
	text   string
}

func (e *statusError) Error() string { return fmt.Sprintf("status %d: %s", e.status, e.text) }

// submit registers a statement. The server starts it when its next answer is fetched, so that a lost answer can be
// repeated: nothing has run. It does not end with the context, because the id of the statement would be lost.
func (c *client) submit(ctx context.Context, text, source string) (page, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.timeout)
	defer cancel()
	return c.retryWhileUnavailable(ctx, func(ctx context.Context) (page, error) {
		return c.request(ctx, http.MethodPost, "/v1/statement", text, source)
	})
}

// next fetches the next answer about a statement.
func (c *client) next(ctx context.Context, uri string) (page, error) {
	return c.retryWhileUnavailable(ctx, func(ctx context.Context) (page, error) {
		return c.request(ctx, http.MethodGet, uri, "", "")
	})
}

// cancel asks the server to stop a statement.
func (c *client) cancel(ctx context.Context, uri string) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), c.timeout)
	defer stop()
	_, err := c.retryWhileUnavailable(ctx, func(ctx context.Context) (page, error) {
		return c.request(ctx, http.MethodDelete, uri, "", "")
	})
	return err
}

// retryWhileUnavailable repeats a request that failed on its way, for a part of the timeout.
func (c *client) retryWhileUnavailable(ctx context.Context, send func(context.Context) (page, error)) (page, error) {
	const longest = time.Second
	var deadline time.Time
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, longest) {
		p, err := send(ctx)
		if err == nil || !isTransient(err) || ctx.Err() != nil {
			return p, err
		}
		if deadline.IsZero() {
			deadline = time.Now().Add(c.timeout / repeatShare)
		}
		if time.Now().Add(pause).After(deadline) || backoff.Sleep(ctx, pause) != nil {
			return p, err
		}
	}
}

// isTransient reports errors that the next attempt may not have: of the network, and of a server or a gateway that is
// not ready.
func isTransient(err error) bool {
	if status, ok := errors.AsType[*statusError](err); ok {
		switch status.status {
		case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout, http.StatusTooManyRequests:
			return true
		}
		return false
	}
	return !isRefusedAddress(err) && !isUntrusted(err) && !isUnknownHost(err)
}

// request sends one request. It goes to the address of the settings, whatever address the server names.
func (c *client) request(ctx context.Context, method, uri, body, source string) (page, error) {
	target, err := c.target(uri)
	if err != nil {
		return page{}, err
	}
	r, err := http.NewRequestWithContext(ctx, method, target, strings.NewReader(body))
	if err != nil {
		return page{}, &statusError{text: "the server named an address that is none"}
	}
	r.Header = c.header.Clone()
	if source != "" {
		r.Header.Set("X-Trino-Source", source)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return page{}, err
	}
	defer answer.Body.Close()
	return readPage(answer)
}

// target returns the URL of a path, or of an address that the server named.
func (c *client) target(uri string) (string, error) {
	parsed, err := url.Parse(uri)
	if err != nil || !strings.HasPrefix(parsed.Path, "/v1/") {
		return "", &statusError{text: "the server named an address that is none"}
	}
	parsed.Scheme, parsed.Host, parsed.User = c.settings.url.Scheme, c.settings.url.Host, nil
	return parsed.String(), nil
}

func readPage(answer *http.Response) (page, error) {
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxPage+1))
	switch {
	case err != nil:
		return page{}, err
	case answer.StatusCode == http.StatusNoContent:
		return page{}, nil
	case answer.StatusCode != http.StatusOK:
		return page{}, &statusError{answer.StatusCode, string(body[:min(len(body), 500)])}
	case len(body) > maxPage:
		return page{}, errTooLarge
	}
	var p page
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(&p); err != nil || p.ID == "" {
		return page{}, &statusError{answer.StatusCode, "the answer is not one of Trino"}
	}
	return p, nil
}

var errTooLarge = errors.New("the answer is too large")
