package crash_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// tally says what the test has tested.
type tally struct {
	deploys int // that lost a server
	kills   int // of servers that had a deploy under way, once for each deploy
	failed  int
	// Where deploys were at the moment of a kill.
	before, between, after int
	// unrecorded is how often a step was done in the engine and not yet on record.
	unrecorded int
}

// mark is how far a deploy was when a server was killed.
type mark struct {
	epoch                 int64 // of the run: should it not grow, then its owner was another one
	recorded, done, steps int
}

// midway is how often a server was killed while one of its deploys had not done its last step.
func (t *tally) midway() int { return t.before + t.between }

// end counts a run that is over, with what was noted about it.
func (t *tally) end(r run.Run, marks []mark) {
	if r.Status != run.Completed {
		t.failed++
	}
	if r.Epoch > 1 {
		t.deploys++
		t.kills += int(r.Epoch) - 1
	}
	for _, m := range marks {
		switch {
		case m.epoch >= r.Epoch:
			continue
		case m.done == 0:
			t.before++
		case m.done < m.steps:
			t.between++
		default:
			t.after++
		}
		if m.done > m.recorded {
			t.unrecorded++
		}
	}
}

func (t *tally) String() string {
	return fmt.Sprintf("%d deploys lost their server %d times: %d times in or before the first step, %d times between the first and the last, "+
		"%d times after it; %d times a step was done and not on record; %d deploys failed",
		t.deploys, t.kills, t.before, t.between, t.after, t.unrecorded, t.failed)
}

// note looks at how far the deploys are when a server has just been killed.
func (s *deploySuite) note(ctx context.Context) {
	data := s.look(s.t)
	defer data.close(s.t)
	for _, t := range s.targets {
		r, err := t.run(ctx)
		s.must(err)
		recorded, _, err := t.progress(ctx)
		s.must(err)
		if r.Status == run.Running {
			t.marks = append(t.marks, mark{epoch: r.Epoch, recorded: recorded, done: max(recorded, s.published(ctx, data, r)), steps: r.Nodes})
		}
	}
}

// published counts the steps of a run that are done as the engine knows it. There is no ledger before the first one.
func (s *deploySuite) published(ctx context.Context, data *window, r run.Run) int {
	database, owner := enginekind.DefaultDatabase(s.dialect.Name()), string(s.organization[:8])+"/"+ids.FormatNumber(r.ID)+"/"
	query := fmt.Sprintf("SELECT node FROM %s WHERE owner LIKE '%s%%' AND node NOT LIKE '(epoch%%'",
		s.dialect.Qualify(database, "_millrace", "published"), owner)
	if enginekind.IsEmbedded(s.dialect.Name()) {
		query = fmt.Sprintf("SELECT entry FROM %s WHERE starts_with(entry, '%s')",
			s.dialect.Qualify(database, "_millrace", "entries"), url.PathEscape(owner))
	}
	rows, err := data.ask(ctx, query)
	if err != nil {
		return 0
	}
	return len(rows)
}

// printPlan is what a plan says, to find out what went wrong.
func printPlan(p *api.Plan) string {
	var b strings.Builder
	edits := p.PhasedNodeEdits
	for _, phase := range []map[string]api.PlanEdit{edits.DeletedTable, edits.AlteredTable, edits.AddedTable} {
		for _, edit := range phase {
			fmt.Fprintf(&b, "%s %s: %s\n", edit.Action, edit.Name, edit.Description)
			for _, step := range *edit.Steps {
				fmt.Fprintf(&b, "    %s\n", strings.ReplaceAll(step.SQL, "\n", "\n    "))
			}
		}
	}
	return b.String()
}
