package contract_test

import (
	"testing"

	"github.com/millrace/millrace/internal/documenttest"
)

func theDocument(t testing.TB) *documenttest.Document {
	t.Helper()
	d, err := documenttest.Load()
	if err != nil {
		t.Fatalf("the OpenAPI document cannot be read: %v", err)
	}
	return d
}

func TestTheDocumentIsValid(t *testing.T) {
	t.Parallel()
	if err := theDocument(t).Spec.Validate(t.Context()); err != nil {
		t.Errorf("api/openapi.yaml: %v", err)
	}
}
