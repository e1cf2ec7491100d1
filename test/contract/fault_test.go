package contract_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/openapitest"
)

// wantFault fails the test unless the response is this error: the status, and parts of its text.
func wantFault(t *testing.T, answer apptest.Answer, status int, words ...string) {
	t.Helper()
	if answer.Status != status {
		t.Errorf("status %d, want %d: %s", answer.Status, status, shortened(answer.Body))
		return
	}
	for _, wrong := range openapitest.WrongWithFault(answer.Status, answer.Header, answer.Body) {
		t.Errorf("%s: %s", wrong, answer.Body)
	}
	text := faultText(t, answer)
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("the error does not say %q: %s", word, answer.Body)
		}
	}
}

// faultText returns both texts of an error without the request id.
func faultText(t *testing.T, answer apptest.Answer) string {
	t.Helper()
	var fault openapitest.FaultBody
	answer.JSON(&fault)
	return fault.Error.ErrorString + "\n" + fault.Error.ErrorDetail
}
