package contract_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// start starts a platform whose every answer is held against the document.
func start(t *testing.T, database apptest.Database, changes ...func(*config.Settings)) *apptest.Platform {
	t.Helper()
	return validated(t, apptest.Start(t, database, changes...))
}

func validated(t *testing.T, platform *apptest.Platform) *apptest.Platform {
	t.Helper()
	platform.Transport = &validator{t: t, document: theDocument(t)}
	return platform
}

// validator carries requests out and fails the test when an answer is not what the document says.
type validator struct {
	t        testing.TB
	document *document
}

// RoundTrip carries a request out.
func (v *validator) RoundTrip(request *http.Request) (*http.Response, error) {
	sent, err := readAll(&request.Body)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(answer.Header.Get("Content-Type"), "text/event-stream") {
		answer.Body = beginning(answer.Body)
	}
	got, err := readAll(&answer.Body)
	if err != nil {
		return nil, err
	}
	for _, wrong := range v.check(request, sent, answer, got) {
		v.t.Errorf("%s %s: %d: %s\nanswer: %s", request.Method, request.URL.RequestURI(), answer.StatusCode, shortened([]byte(wrong)), shortened(got))
	}
	return answer, nil
}

// readAll reads a body and puts it back.
func readAll(body *io.ReadCloser) ([]byte, error) {
	if *body == nil {
		return nil, nil
	}
	raw, err := io.ReadAll(*body)
	if err != nil {
		return nil, err
	}
	*body = io.NopCloser(bytes.NewReader(raw))
	return raw, nil
}

// check gives everything that is wrong with an answer.
func (v *validator) check(request *http.Request, sent []byte, answer *http.Response, got []byte) []string {
	var wrong []string
	if answer.StatusCode >= http.StatusBadRequest && request.Method != http.MethodHead {
		wrong = append(wrong, wrongWithFault(answer.StatusCode, answer.Header, got)...)
	}
	found, params, ok := v.document.find(request)
	if !ok {
		return wrong
	}
	again := request.Clone(request.Context())
	again.Body = io.NopCloser(bytes.NewReader(sent))
	input := found.input(again, params)
	if answer.StatusCode < http.StatusBadRequest {
		if err := openapi3filter.ValidateRequest(request.Context(), input); err != nil {
			wrong = append(wrong, fmt.Sprintf("the document forbids this request of %s, and the server carried it out: %v", found.operation.ID, err))
		}
	}
	if answer.StatusCode == http.StatusNoContent && len(got) > 0 {
		wrong = append(wrong, "204 with a body")
	}
	err := openapi3filter.ValidateResponse(request.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: answer.StatusCode, Header: answer.Header, Body: io.NopCloser(bytes.NewReader(got)),
		Options: input.Options,
	})
	if err != nil {
		wrong = append(wrong, fmt.Sprintf("not an answer of %s: %v", found.operation.ID, err))
	}
	return wrong
}

func shortened(body []byte) string {
	const most = 600
	if len(body) > most {
		return string(body[:most]) + "…"
	}
	return string(body)
}
