package store_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/store"
)

// Every column with sealed values is known to rotations: otherwise its values would be lost with the old key.
func TestEverySealedColumnIsRotated(t *testing.T) {
	t.Parallel()
	tables, err := store.CurrentSchema(t.Context())
	noError(t, err)
	known := store.SealedColumns()
	for _, table := range tables {
		for _, column := range table.Columns {
			name := table.Name + "." + column.Name
			isSealed := strings.HasPrefix(column.Name, "sealed_") || strings.Contains(column.Name, "secret")
			isOther := name == "installation.sealed_token_key" || // a rotation replaces it
				name == "sign_in_requests.sealed_identity" // it is needed for minutes
			if isSealed && !isOther && !slices.Contains(known, name) {
				t.Errorf("%s is not in the list of sealed values: add its kind to sealedKinds", name)
			}
		}
	}
	if len(known) < 5 {
		t.Errorf("only %v are known", known)
	}
}
