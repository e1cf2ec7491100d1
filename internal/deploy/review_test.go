package deploy_test

import (
	"testing"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
)

// A merged step that also changes a table does not only recreate views, in whatever order the changes are listed.
func TestStepsThatOnlyRecreateViews(t *testing.T) {
	t.Parallel()
	change := func(action difference.Action, steps ...string) difference.Change {
		c := difference.Change{Action: action}
		for _, id := range steps {
			c.Steps = append(c.Steps, difference.Step{ID: id})
		}
		return c
	}
	alter, rebuild, alone := change(difference.Alter, "T"), change(difference.Rebuild, "T"), change(difference.Rebuild, "V")
	for _, changes := range [][]difference.Change{{alter, rebuild, alone}, {alone, rebuild, alter}} {
		found := deploy.RebuiltBy(&deploy.Plan{Result: &difference.Result{Changes: changes}})
		if found["T"] || !found["V"] {
			t.Errorf("%v", found)
		}
	}
}
