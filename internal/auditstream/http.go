package auditstream

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
)

// httpSender posts batches as JSON lines.
type httpSender struct {
	url, token string
	client     *http.Client
}

func newHTTPSender(options Options) *httpSender {
	return &httpSender{url: options.URL, token: options.Token, client: &http.Client{
		Timeout: sendTimeout,
		// A redirect of a POST would lose the body, and would send the token elsewhere.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Send posts the entries. Any status from 200 to 299 means that the endpoint has all of them.
func (s *httpSender) Send(ctx context.Context, entries []audit.Entry) error {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	for i := range entries {
		if err := encoder.Encode(entries[i].Message()); err != nil {
			return err
		}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, &body)
	if err != nil {
		return badDestination()
	}
	request.Header.Set("Content-Type", "application/jsonl")
	if s.token != "" {
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	response, err := s.client.Do(request)
	if err != nil {
		if failed, ok := errors.AsType[*url.Error](err); ok {
			err = failed.Err // without the URL, which may contain a secret
		}
		return fault.Wrap(err, fault.Unavailable, "cannot send to the audit endpoint").
			WithHint("Check audit_stream, and that this server can reach it. The entries wait.")
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<20)) // so that the connection can be used again
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fault.New(fault.Unavailable, "the audit endpoint responded with status %d", response.StatusCode).
			WithHint("Check audit_stream and audit_stream_token, and the log of the endpoint. The entries wait.")
	}
	return nil
}

// Close closes idle connections.
func (s *httpSender) Close() error {
	s.client.CloseIdleConnections()
	return nil
}
