package contract_test

import (
	"testing"

	"github.com/millrace/millrace/internal/openapitest"
)

func loadDocument(t testing.TB) *openapitest.Document {
	t.Helper()
	d, err := openapitest.Load()
	if err != nil {
		t.Fatalf("the OpenAPI document cannot be read: %v", err)
	}
	return d
}

func TestDocumentIsValid(t *testing.T) {
	t.Parallel()
	if err := loadDocument(t).Spec.Validate(t.Context()); err != nil {
		t.Errorf("api/openapi.yaml: %v", err)
	}
}
