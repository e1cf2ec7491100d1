package difference_test

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
)

// The schemas and types of candidate states are needed, because an abandoned deploy may have reached them.
func TestSchemasOfCandidatesAreNeeded(t *testing.T) {
	t.Parallel()
	f := project()
	f.node("T", "Stage", "A INTEGER")
	in, _ := deployed(t, f, f)
	moved := engine.Schema{Name: "MOVED"}
	for id, state := range in.Stored {
		maybe := state
		maybe.Schema = moved
		maybe.Columns = []difference.StateColumn{{Type: "HUGEINT"}}
		state.Candidates = []difference.State{maybe}
		in.Stored[id] = state
	}
	needed := difference.Needs(in)
	if !slices.Contains(needed.EarlierSchemas, moved) || !slices.Contains(needed.Types, "HUGEINT") {
		t.Errorf("%+v", needed)
	}
}
