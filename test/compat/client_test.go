package compat_test

import (
	"bytes"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/openapitest"
)

// object is a JSON object.
type object map[string]any

// client is one client of a platform with its token and headers.
type client struct {
	*apptest.Platform

	t      *testing.T
	token  string
	header http.Header
	extras bool // it sends an unknown field in every object
}

// unknownField is the name of that field.
const unknownField = "clientTrace"

// withExtras returns what the client sends for a body.
func (c *client) withExtras(body any) any {
	plain, isObject := body.(object)
	if !c.extras || !isObject {
		return body
	}
	sent := object{unknownField: object{"version": "9.9", "labels": []any{nil, 1}}}
	maps.Copy(sent, plain)
	return sent
}

// call sends a request and checks the status.
func (c *client) call(status int, method, path string, body any) apptest.Response {
	c.t.Helper()
	response := c.Do(apptest.Request{Method: method, Path: path, Token: c.token, Body: c.withExtras(body), Header: c.header})
	if response.Status != status {
		c.t.Fatalf("%s %s: status %d, want %d: %s", method, path, response.Status, status, response.Body)
	}
	return response
}

// get gets an object.
func (c *client) get(path string) object {
	c.t.Helper()
	return decoded(c.call(http.StatusOK, http.MethodGet, path, nil))
}

// create creates an object and returns it.
func (c *client) create(path string, body any) object {
	c.t.Helper()
	return decoded(c.call(http.StatusCreated, http.MethodPost, path, body))
}

// replace replaces an object and returns the result.
func (c *client) replace(path string, body any) object {
	c.t.Helper()
	return decoded(c.call(http.StatusOK, http.MethodPut, path, body))
}

// change changes some fields and returns the whole object.
func (c *client) change(path string, body any) object {
	c.t.Helper()
	return decoded(c.call(http.StatusOK, http.MethodPatch, path, body))
}

// remove deletes an object and checks that it is gone.
func (c *client) remove(path string) {
	c.t.Helper()
	c.call(http.StatusNoContent, http.MethodDelete, path, nil)
}

// wantError checks an error whose text contains these fragments. The transport checks the body of every error.
func (c *client) wantError(status int, method, path string, body any, says ...string) {
	c.t.Helper()
	response := c.call(status, method, path, body)
	for _, word := range says {
		if !strings.Contains(string(response.Body), word) {
			c.t.Errorf("%s %s: the error does not contain %q: %s", method, path, word, response.Body)
		}
	}
}

func decoded(response apptest.Response) object {
	var got object
	response.JSON(&got)
	return got
}

// checkExchange fails the test for every error in a response, and counts the call.
func checkExchange(t *testing.T, called *tally) func(openapitest.Exchange) {
	t.Helper()
	document, err := openapitest.Load()
	if err != nil {
		t.Fatal(err)
	}
	return func(e openapitest.Exchange) {
		wrong := append(document.Wrong(e), wrongOnTheWire(e.Got)...)
		route, _, isKnown := document.Find(e.Request)
		if status, isRelied := relied()[operationOf(route)]; isKnown && isRelied && e.Answer.StatusCode < http.StatusBadRequest {
			called.add(operationOf(route), bytes.Contains(e.Sent, []byte(`"`+unknownField+`"`)))
			if e.Answer.StatusCode != status {
				wrong = append(wrong, "the success status differs")
			}
		}
		for _, what := range wrong {
			t.Errorf("%s %s: %d: %s\nsent: %.600s\nresponse: %.600s", e.Request.Method, e.Request.URL.RequestURI(), e.Answer.StatusCode, what, e.Sent, e.Got)
		}
	}
}
