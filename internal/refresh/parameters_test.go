package refresh_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
)

// What is stored must be JSON to the last letter: it goes out again with every answer about the run.
func TestInvalidParametersAreRejected(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(nil)
	for _, text := range []string{`{"a":1}}`, `{"a":1}]`, `{} x`, `{"a":1e999}`, `{"a":[{"b":-1e999}]}`, `{"a"`, `nul`} {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, merge := range []bool{false, true} {
			_, err := d.Start(t.Context(), d.actor, run.StartRequest{Target: environment, Parameters: quoted, MergeParameters: merge})
			if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "parameters") {
				t.Errorf("%s: %v, want invalid", text, err)
			}
		}
	}
}
