package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
)

const jsonType = "application/json"

// CallOption changes one call.
type CallOption func(*request)

// Response is what a server sent, beside the value that a call returns.
type Response struct {
	Status int
	Header http.Header // for example ETag, to pass as IfMatch
	Body   []byte      // as it was sent; nil for a call that returns a reader
}

// CaptureResponse also stores the response of a call in into. After an error into is unchanged.
func CaptureResponse(into *Response) CallOption {
	return func(r *request) { r.capture = into }
}

// request is an operation to send.
type request struct {
	method, path string // the path is escaped
	query        url.Values
	header       http.Header

	body        io.Reader // nil for none
	contentType string    // of the body
	err         error     // of encoding the body

	want    int       // the status of success
	accept  string    // the content type of success; empty when it has no body
	capture *Response // nil unless the caller wants the response
}

// newRequest starts a request. The ids replace the %s of path, escaped.
func newRequest(method, path string, ids ...string) *request {
	escaped := make([]any, len(ids))
	for i, id := range ids {
		escaped[i] = url.PathEscape(id)
	}
	return &request{method: method, path: fmt.Sprintf(path, escaped...), query: url.Values{}, header: http.Header{}}
}

// addQuery adds a query parameter; nil adds nothing.
func (r *request) addQuery(name string, value *string) {
	if value != nil {
		r.query.Set(name, *value)
	}
}

// addHeader adds a header; nil adds nothing.
func (r *request) addHeader(name string, value *string) {
	if value != nil {
		r.header.Set(name, *value)
	}
}

// setJSON makes value the body.
func (r *request) setJSON(value any) {
	encoded, err := json.Marshal(value)
	r.body, r.contentType, r.err = bytes.NewReader(encoded), jsonType, err
}

// open sends a request and returns the body of its success, which the caller closes.
func (c *Client) open(ctx context.Context, r *request, options []CallOption) (io.ReadCloser, error) {
	for _, option := range options {
		option(r)
	}
	sent, err := c.httpRequest(ctx, r)
	if err != nil {
		return nil, err
	}
	response, err := c.http.Do(sent)
	if err != nil {
		return nil, err
	}
	if err := r.check(response); err != nil {
		_ = response.Body.Close() // err says more
		return nil, err
	}
	if r.capture != nil {
		*r.capture = Response{Status: response.StatusCode, Header: response.Header}
	}
	return response.Body, nil
}

func (c *Client) httpRequest(ctx context.Context, r *request) (*http.Request, error) {
	if r.err != nil {
		return nil, r.err
	}
	address := c.baseURL + r.path
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	sent, err := http.NewRequestWithContext(ctx, r.method, address, r.body)
	if err != nil {
		return nil, err
	}
	sent.Header = r.header
	sent.Header.Set("Accept", jsonType) // every error is JSON
	if r.accept != "" && r.accept != jsonType {
		sent.Header.Set("Accept", r.accept+", "+jsonType)
	}
	if r.contentType != "" {
		sent.Header.Set("Content-Type", r.contentType)
	}
	if c.token != "" {
		sent.Header.Set("Authorization", "Bearer "+c.token)
	}
	return sent, nil
}

// check returns an error for every response but the success that the document describes.
func (r *request) check(response *http.Response) error {
	if response.StatusCode >= http.StatusBadRequest {
		return readError(response)
	}
	contentType := response.Header.Get("Content-Type")
	mediaType, _, _ := mime.ParseMediaType(contentType) // "" when it is missing or malformed
	if response.StatusCode != r.want || r.accept != "" && mediaType != r.accept {
		return &UnexpectedResponseError{Status: response.StatusCode, ContentType: contentType}
	}
	return nil
}

// sendForNothing sends a request whose success has no body.
func (c *Client) sendForNothing(ctx context.Context, r *request, options []CallOption) error {
	body, err := c.open(ctx, r, options)
	if err != nil {
		return err
	}
	return body.Close()
}

// sendFor sends a request whose success is a T in JSON. The result is nil only with an error.
func sendFor[T any](ctx context.Context, c *Client, r *request, options []CallOption) (*T, error) {
	r.accept = jsonType
	body, err := c.open(ctx, r, options)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	raw, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	result := new(T)
	if err := json.Unmarshal(raw, result); err != nil {
		return nil, &UnexpectedResponseError{Status: r.want, ContentType: jsonType, Cause: err}
	}
	if r.capture != nil {
		r.capture.Body = raw
	}
	return result, nil
}
