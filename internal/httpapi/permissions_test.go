package httpapi_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/httpapi"
)

// The server does not start if the permission table and the OpenAPI document differ in either direction.
func TestPermissionTableWithGapIsRejected(t *testing.T) {
	t.Parallel()
	operations, err := api.Operations()
	if err != nil {
		t.Fatal(err)
	}
	if err := httpapi.CheckPermissions(operations); err != nil {
		t.Fatalf("the unchanged table: %v", err)
	}
	for name, tt := range map[string]struct {
		operations []api.Operation
		says       string
	}{
		"an operation without a permission": {
			append([]api.Operation{{ID: "unknownOperation", Method: "POST", Path: "/unknown"}}, operations...), "unknownOperation has no permission",
		},
		"a permission without an operation": {operations[1:], operations[0].ID + ", which is not an operation"},
		"public in the document only":       {changed(operations, "listEnvironments", true), "listEnvironments is public in only one"},
		"public in the table only":          {changed(operations, "login", false), "login is public in only one"},
		"no operations at all":              {nil, "which is not an operation"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := httpapi.CheckPermissions(tt.operations)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%v, want %q", err, tt.says)
			}
		})
	}
}

func changed(operations []api.Operation, id string, public bool) []api.Operation {
	copied := append([]api.Operation(nil), operations...)
	for i := range copied {
		if copied[i].ID == id {
			copied[i].Public = public
		}
	}
	return copied
}
