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

// stats counts what the test has covered.
type killStats struct {
	deploys int // deployments that lost a server
	kills   int // kills of servers with a running deployment, counted for each deployment
	failed  int
	// The progress of deployments at the time of a kill.
	before, between, after int
	// unrecorded is how often a step was done in the engine but not yet recorded.
	unrecorded int
}

// killPoint is the progress of a deployment when a server was killed.
type killPoint struct {
	epoch                 int64 // of the run; if it does not grow, another server was the owner
	recorded, done, steps int
}

// beforeLastStep is how often a server was killed before one of its deployments had done its last step.
func (t *killStats) beforeLastStep() int { return t.before + t.between }

// add counts a run that has ended, with its progress at each kill.
func (t *killStats) add(r run.Run, marks []killPoint) {
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

func (t *killStats) String() string {
	return fmt.Sprintf("%d deployments lost their server %d times: %d times in or before the first step, %d times between the first and the last, "+
		"%d times after it; %d times a step was done but not recorded; %d deployments failed",
		t.deploys, t.kills, t.before, t.between, t.after, t.unrecorded, t.failed)
}

// recordProgress records the progress of the deployments after a kill.
func (s *deploySuite) recordProgress(ctx context.Context) {
	data := s.openData(s.t)
	defer data.close(s.t)
	for _, t := range s.targets {
		r, err := t.run(ctx)
		s.must(err)
		recorded, _, err := t.progress(ctx)
		s.must(err)
		if r.Status == run.Running {
			t.killPoints = append(t.killPoints, killPoint{epoch: r.Epoch, recorded: recorded, done: max(recorded, s.published(ctx, data, r)), steps: r.Nodes})
		}
	}
}

// published counts the steps of a run that the ledger in the engine contains. There is no ledger before the first step.
func (s *deploySuite) published(ctx context.Context, data *dataReader, r run.Run) int {
	database, owner := enginekind.DefaultDatabase(s.dialect.Name()), string(s.organization[:8])+"/"+ids.FormatNumber(r.ID)+"/"
	query := fmt.Sprintf("SELECT node FROM %s WHERE owner LIKE '%s%%' AND node NOT LIKE '(epoch%%'",
		s.dialect.Qualify(database, "_millrace", "published"), owner)
	if enginekind.IsEmbedded(s.dialect.Name()) {
		query = fmt.Sprintf("SELECT entry FROM %s WHERE starts_with(entry, '%s')",
			s.dialect.Qualify(database, "_millrace", "entries"), url.PathEscape(owner))
	}
	rows, err := data.query(ctx, query)
	if err != nil {
		return 0
	}
	return len(rows)
}

// printPlan returns the text of a plan, for failure messages.
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
