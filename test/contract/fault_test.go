package contract_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/openapitest"
)

// wantFault fails the test unless the response is this error: the status, and parts of its text.
func wantFault(t *testing.T, response apptest.Response, status int, words ...string) {
	t.Helper()
	if response.Status != status {
		t.Errorf("status %d, want %d: %s", response.Status, status, shortened(response.Body))
		return
	}
	for _, wrong := range openapitest.WrongWithFault(response.Status, response.Header, response.Body) {
		t.Errorf("%s: %s", wrong, response.Body)
	}
	text := faultText(t, response)
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("the error does not say %q: %s", word, response.Body)
		}
	}
}

// faultText returns both texts of an error without the request id.
func faultText(t *testing.T, response apptest.Response) string {
	t.Helper()
	var fault openapitest.FaultBody
	response.JSON(&fault)
	return fault.Error.ErrorString + "\n" + fault.Error.ErrorDetail
}
