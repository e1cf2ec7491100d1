package apptest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Answer is the response to a request.
type Answer struct {
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
func (p *Platform) Do(request Request) Answer {
	p.t.Helper()
	answer, err := p.Try(request)
	if err != nil {
		p.t.Fatalf("%s %s: %v", request.Method, request.Path, err)
	}
	return answer
}

// Try sends a request to a platform that may not be running.
func (p *Platform) Try(request Request) (Answer, error) {
	sent, err := http.NewRequest(request.Method, p.URL+request.Path, encode(request.Body))
	if err != nil {
		return Answer{}, err
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
		return Answer{}, err
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	return Answer{Status: got.StatusCode, Header: got.Header, Body: body, t: p.t}, err
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
func (p *Platform) Get(token, path string) Answer {
	p.t.Helper()
	return p.Do(Request{Method: http.MethodGet, Path: path, Token: token})
}

// Post sends a POST with a token.
func (p *Platform) Post(token, path string, body any) Answer {
	p.t.Helper()
	return p.Do(Request{Method: http.MethodPost, Path: path, Token: token, Body: body})
}

// Put sends a PUT with a token.
func (p *Platform) Put(token, path string, body any) Answer {
	p.t.Helper()
	return p.Do(Request{Method: http.MethodPut, Path: path, Token: token, Body: body})
}

// Patch sends a PATCH with a token.
func (p *Platform) Patch(token, path string, body any) Answer {
	p.t.Helper()
	return p.Do(Request{Method: http.MethodPatch, Path: path, Token: token, Body: body})
}

// Delete sends a DELETE with a token.
func (p *Platform) Delete(token, path string) Answer {
	p.t.Helper()
	return p.Do(Request{Method: http.MethodDelete, Path: path, Token: token})
}

// Want fails the test unless the response has this status.
func (a Answer) Want(status int) Answer {
	a.t.Helper()
	if a.Status != status {
		a.t.Fatalf("status %d, want %d: %s", a.Status, status, a.Body)
	}
	return a
}

// JSON decodes the response.
func (a Answer) JSON(into any) {
	a.t.Helper()
	if err := json.Unmarshal(a.Body, into); err != nil {
		a.t.Fatalf("not JSON: %v: %s", err, a.Body)
	}
}

// Field returns a text field at the top level of the response.
func (a Answer) Field(name string) string {
	a.t.Helper()
	var object map[string]any
	a.JSON(&object)
	text, ok := object[name].(string)
	if !ok {
		a.t.Fatalf("the response has no text field %s: %s", name, a.Body)
	}
	return text
}
