package client

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
)

// Client sends the operations of the HTTP interface to one deployment. Goroutines may share it.
type Client struct {
	baseURL string // without a slash at the end
	token   string // empty for no Authorization header
	http    Doer
}

// Doer sends an HTTP request. *http.Client is one.
type Doer interface {
	Do(request *http.Request) (*http.Response, error)
}

// Option changes a client that New makes.
type Option func(*Client)

// WithHTTPClient sends the requests through doer instead of http.DefaultClient: to set a timeout, a proxy or certificates.
func WithHTTPClient(doer Doer) Option {
	return func(c *Client) { c.http = doer }
}

// New makes a client for the deployment at baseURL, such as https://millrace.example.com. The token may be empty for
// operations that need none, such as Login.
func New(baseURL, token string, options ...Option) (*Client, error) {
	parsed, err := url.Parse(baseURL)
	if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return nil, errors.New("the base URL is not an http or https URL") // not quoted, because it may contain a password
	}
	c := &Client{baseURL: strings.TrimSuffix(baseURL, "/"), token: token, http: http.DefaultClient}
	for _, option := range options {
		option(c)
	}
	return c, nil
}
