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

// client is one client of a platform: who it is, and the headers that it sends.
type client struct {
	*apptest.Platform

	t      *testing.T
	token  string
	header http.Header
	extras bool // it sends a field that nobody has heard of in every object
}

// unheard is that field. What it holds is no business of ours either.
const unheard = "clientTrace"

// withExtras is what the client sends for a body.
func (c *client) withExtras(body any) any {
	plain, isObject := body.(object)
	if !c.extras || !isObject {
		return body
	}
	sent := object{unheard: object{"version": "9.9", "labels": []any{nil, 1}}}
	maps.Copy(sent, plain)
	return sent
}

// call sends a request and wants this status.
func (c *client) call(status int, method, path string, body any) apptest.Answer {
	c.t.Helper()
	answer := c.Do(apptest.Request{Method: method, Path: path, Token: c.token, Body: c.withExtras(body), Header: c.header})
	if answer.Status != status {
		c.t.Fatalf("%s %s: status %d, want %d: %s", method, path, answer.Status, status, answer.Body)
	}
	return answer
}

// get gets an object.
func (c *client) get(path string) object {
	c.t.Helper()
	return decoded(c.call(http.StatusOK, http.MethodGet, path, nil))
}

// create creates an object and gives it.
func (c *client) create(path string, body any) object {
	c.t.Helper()
	return decoded(c.call(http.StatusCreated, http.MethodPost, path, body))
}

// replace puts an object in the place of another and gives what there is then.
func (c *client) replace(path string, body any) object {
	c.t.Helper()
	return decoded(c.call(http.StatusOK, http.MethodPut, path, body))
}

// change changes some fields and gives the whole.
func (c *client) change(path string, body any) object {
	c.t.Helper()
	return decoded(c.call(http.StatusOK, http.MethodPatch, path, body))
}

// remove deletes, and wants it to be gone.
func (c *client) remove(path string) {
	c.t.Helper()
	c.call(http.StatusNoContent, http.MethodDelete, path, nil)
}

// refused wants an error whose text has these words. That it has the fixed body is seen to for every error.
func (c *client) refused(status int, method, path string, body any, says ...string) {
	c.t.Helper()
	answer := c.call(status, method, path, body)
	for _, word := range says {
		if !strings.Contains(string(answer.Body), word) {
			c.t.Errorf("%s %s: the error does not say %q: %s", method, path, word, answer.Body)
		}
	}
}

func decoded(answer apptest.Answer) object {
	var got object
	answer.JSON(&got)
	return got
}

// judge fails the test for everything that is wrong with an answer, and counts the call.
func judge(t *testing.T, called *tally) func(openapitest.Exchange) {
	t.Helper()
	document, err := openapitest.Load()
	if err != nil {
		t.Fatal(err)
	}
	return func(e openapitest.Exchange) {
		wrong := append(document.Wrong(e), wrongOnTheWire(e.Got)...)
		route, _, isKnown := document.Find(e.Request)
		if status, isRelied := relied()[operationOf(route)]; isKnown && isRelied && e.Answer.StatusCode < http.StatusBadRequest {
			called.add(operationOf(route), bytes.Contains(e.Sent, []byte(`"`+unheard+`"`)))
			if e.Answer.StatusCode != status {
				wrong = append(wrong, "the status of its success is another one")
			}
		}
		for _, what := range wrong {
			t.Errorf("%s %s: %d: %s\nsent: %.600s\nanswer: %.600s", e.Request.Method, e.Request.URL.RequestURI(), e.Answer.StatusCode, what, e.Sent, e.Got)
		}
	}
}
