package contract_test

import (
	"testing"

	"github.com/millrace/millrace/internal/openapitest"
)

func theDocument(t testing.TB) *openapitest.Document {
	t.Helper()
	d, err := openapitest.Load()
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
