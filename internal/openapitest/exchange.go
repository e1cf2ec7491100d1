package openapitest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3filter"
)

// Exchange is a request with its response. The bodies have been read.
type Exchange struct {
	Request *http.Request
	Sent    []byte
	Answer  *http.Response
	Got     []byte
}

// Wrong returns every difference between a response and the document.
func (d *Document) Wrong(e Exchange) []string {
	var wrong []string
	if e.Answer.StatusCode >= http.StatusBadRequest && e.Request.Method != http.MethodHead {
		wrong = WrongWithFault(e.Answer.StatusCode, e.Answer.Header, e.Got)
	}
	if e.Answer.StatusCode == http.StatusNoContent && len(e.Got) > 0 {
		wrong = append(wrong, "204 with a body")
	}
	found, params, ok := d.Find(e.Request)
	if !ok {
		return wrong
	}
	input := found.input(e.again(), params)
	if pointer, ok := found.responseSchema(e.Answer.StatusCode); ok && isJSON(e.Answer.Header) {
		input.Options.ExcludeResponseBody = true
		if err := d.schemas.check(pointer, e.Got); err != nil {
			wrong = append(wrong, fmt.Sprintf("not a response of %s: %v", found.Operation.ID, err))
		}
	}
	err := openapi3filter.ValidateResponse(e.Request.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: e.Answer.StatusCode, Header: e.Answer.Header, Body: io.NopCloser(bytes.NewReader(e.Got)),
		Options: input.Options,
	})
	if err != nil {
		wrong = append(wrong, fmt.Sprintf("not a response of %s: %v", found.Operation.ID, err))
	}
	return wrong
}

// Forbidden says why the document forbids a request that the server accepted; empty if it does not.
func (d *Document) Forbidden(e Exchange) string {
	found, params, ok := d.Find(e.Request)
	if !ok || e.Answer.StatusCode >= http.StatusBadRequest {
		return ""
	}
	input := found.input(e.again(), params)
	var err error
	if pointer, ok := found.requestSchema(); ok && isJSON(e.Request.Header) && len(e.Sent) > 0 {
		input.Options.ExcludeRequestBody = true
		err = d.schemas.check(pointer, e.Sent)
	}
	if err = errors.Join(err, openapi3filter.ValidateRequest(e.Request.Context(), input)); err != nil {
		return fmt.Sprintf("the document forbids this request of %s, but the server accepted it: %v", found.Operation.ID, err)
	}
	return ""
}

// again returns the request with its body unread.
func (e Exchange) again() *http.Request {
	again := e.Request.Clone(e.Request.Context())
	again.Body = io.NopCloser(bytes.NewReader(e.Sent))
	return again
}
