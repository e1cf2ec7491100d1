package apptest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Response is the response to a request.
type Response struct {
	Status int
	Header http.Header
	Body   []byte

	t testing.TB
}

// Request is a request to a platform.
type Request struct {
	Method string
	Path   string // with the query
	Token  string // empty for none
	Body   any    // text is sent unchanged, anything else as JSON; nil for none
	Header http.Header
	Host   string // instead of the address
}

// Do sends a request.
func (p *Platform) Do(request Request) Response {
	p.t.Helper()
	response, err := p.Try(request)
	if err != nil {
		p.t.Fatalf("%s %s: %v", request.Method, request.Path, err)
	}
	return response
}

// Try sends a request to a platform that may not be running.
func (p *Platform) Try(request Request) (Response, error) {
	sent, err := http.NewRequest(request.Method, p.URL+request.Path, encode(request.Body))
	if err != nil {
		return Response{}, err
	}
	sent.Host = request.Host
	sent.Header.Set("Accept", "application/json")
	if request.Body != nil {
		sent.Header.Set("Content-Type", "application/json")
	}
	if request.Token != "" {
		sent.Header.Set("Authorization", "Bearer "+request.Token)
	}
	for name, values := range request.Header {
		sent.Header[http.CanonicalHeaderKey(name)] = values
	}
	got, err := p.transport().RoundTrip(sent)
	if err != nil {
		return Response{}, err
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	return Response{Status: got.StatusCode, Header: got.Header, Body: body, t: p.t}, err
}

func (p *Platform) transport() http.RoundTripper {
	if p.Transport == nil {
		return http.DefaultTransport
	}
	return p.Transport
}

func encode(body any) io.Reader {
	switch body := body.(type) {
	case nil:
		return nil
	case string:
		return strings.NewReader(body)
	case []byte:
		return bytes.NewReader(body)
	default:
		raw, err := json.Marshal(body)
		if err != nil {
			panic("apptest: a body does not encode: " + err.Error())
		}
		return bytes.NewReader(raw)
	}
}

// Get sends a GET with a token.
func (p *Platform) Get(token, path string) Response {
	p.t.Helper()
	return p.Do(Request{Method: http.MethodGet, Path: path, Token: token})
}

// Post sends a POST with a token.
func (p *Platform) Post(token, path string, body any) Response {
	p.t.Helper()
	return p.Do(Request{Method: http.MethodPost, Path: path, Token: token, Body: body})
}

// Put sends a PUT with a token.
func (p *Platform) Put(token, path string, body any) Response {
	p.t.Helper()
	return p.Do(Request{Method: http.MethodPut, Path: path, Token: token, Body: body})
}

// Patch sends a PATCH with a token.
func (p *Platform) Patch(token, path string, body any) Response {
	p.t.Helper()
	return p.Do(Request{Method: http.MethodPatch, Path: path, Token: token, Body: body})
}

// Delete sends a DELETE with a token.
func (p *Platform) Delete(token, path string) Response {
	p.t.Helper()
	return p.Do(Request{Method: http.MethodDelete, Path: path, Token: token})
}

// Want fails the test unless the response has this status.
func (r Response) Want(status int) Response {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("status %d, want %d: %s", r.Status, status, r.Body)
	}
	return r
}

// JSON decodes the response.
func (r Response) JSON(into any) {
	r.t.Helper()
	if err := json.Unmarshal(r.Body, into); err != nil {
		r.t.Fatalf("not JSON: %v: %s", err, r.Body)
	}
}

// Field returns a text field at the top level of the response.
func (r Response) Field(name string) string {
	r.t.Helper()
	var object map[string]any
	r.JSON(&object)
	text, ok := object[name].(string)
	if !ok {
		r.t.Fatalf("the response has no text field %s: %s", name, r.Body)
	}
	return text
}
