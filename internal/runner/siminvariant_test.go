package runner_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// What must hold, whatever happens:
//
//   - A passed epoch has no effect after the next owner began with its first node.
//   - Nothing that is over changes: not a run, not a node, and not the tables of a run that was canceled or completed.
//   - A node is published at most once, and if and only if its result says so.
//   - What a run was found to build is decided once: nothing is published before, and nothing that was left out.
//   - No more nodes are worked on at once than the run allows, and none before what it is made from.
//   - When a run becomes canceled, no statement of it is running that could take effect.
//   - Every run ends.
func (s *simulation) violatef(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
	s.tracef("VIOLATION "+format, args...)
}

// committed sees every transaction that takes effect, at that moment.
func (s *simulation) committed(commit simengine.Commit) {
	s.tracef("commit by %s epoch %d: %v", commit.Label.WorkID, commit.Label.Epoch, commit.Changes)
	if len(commit.Changes) == 0 {
		return
	}
	if newest := s.newestOf(commit.Label); commit.Label.Epoch < newest {
		s.violatef("epoch %d of %s had an effect after epoch %d had begun", commit.Label.Epoch, commit.Label.WorkID, newest)
	}
	if status := s.statusOf(commit.Label.WorkID); status == run.Canceled || status == run.Completed {
		s.violatef("%s had an effect after it was %s", commit.Label.WorkID, status)
	}
}

// newestOf is the newest epoch of an owner that was ever seen, the one of the label included.
func (s *simulation) newestOf(label engine.Label) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.newest[label.WorkID] = max(s.newest[label.WorkID], label.Epoch)
	return s.newest[label.WorkID]
}

// watch sees every request to the engine before it is sent.
func (s *simulation) watch(p *process, call simengine.Call) {
	s.tracef("%s: %s %s %s epoch %d", p.name, call.Operation, call.Node, call.Statement, call.Label.Epoch)
	if call.Node == "" {
		return
	}
	s.newestOf(call.Label)
	stored := s.storedBy(call.Label.WorkID)
	if working := s.count(p, call, 1); working > stored.run.Details.Parallelism {
		s.violatef("%d nodes of %s at once", working, call.Label.WorkID)
	}
	number, node, ok := targetOf(call.Statement)
	if !ok {
		return
	}
	for _, above := range stored.plan.Nodes[node].Upstream {
		table := tableOf(number-1, above)
		if publishes(stored.plan.Nodes[above].Stages) && len(s.server.Table(table)) == 0 {
			s.violatef("%s was begun before %s was published", tableOf(number-1, node), table)
		}
	}
}

// targetOf is the node that a statement fills.
func targetOf(statement string) (number, node int, ok bool) {
	for _, form := range []string{"APPEND r%d.n%d", rebuild + " r%d.n%d"} {
		if _, err := fmt.Sscanf(statement, form, &number, &node); err == nil {
			return number, node, true
		}
	}
	return 0, 0, false
}

const rebuild = "CREATE OR REPLACE TABLE"

// unwatch sees every answer of the engine before it is heard.
func (s *simulation) unwatch(p *process, call simengine.Call) {
	if call.Node != "" {
		s.count(p, call, -1)
	}
}

// count keeps how many nodes of an owner wait for the engine.
func (s *simulation) count(p *process, call simengine.Call, change int) int {
	owner := fmt.Sprint(p.name, call.Label)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.working[owner] += change
	return s.working[owner]
}

// ended sees every run end, at that moment.
func (s *simulation) ended(stored *storedRun, outcome run.Outcome) {
	s.tracef("run %d ended: %s %s", stored.run.ID, outcome.Status, outcome.Reason)
	s.mu.Lock()
	s.over[stored.run.ID] = outcome.Status
	s.mu.Unlock()
	if outcome.Status != run.Canceled {
		return
	}
	if stored.run.Status == run.Running && !stored.run.CancelRequested {
		s.violatef("run %d was canceled, and nobody asked for it", stored.run.ID)
	}
	for epoch := range stored.run.Epoch {
		// After the state database's clock jumped, an earlier owner may not know yet that it was replaced. What it does then
		// cannot take effect.
		label := engine.Label{WorkID: ownerOf(stored.run), Epoch: epoch + 1}
		if statements, _ := s.server.Active(label); statements > 0 && (label.Epoch == stored.run.Epoch || s.database.offset == 0) {
			s.violatef("run %d was canceled while %d statements were running", stored.run.ID, statements)
		}
	}
}

// ownerOf is what the engine knows a run by.
func ownerOf(r run.Run) string {
	return fmt.Sprintf("%s/%d/%s", r.Organization[:8], r.ID, strconv.FormatInt(r.CreatedAt.UnixMilli(), 36))
}

func numberOf(owner string) ids.Run {
	number, _ := ids.ParseNumber[ids.Run](strings.Split(owner, "/")[1])
	return number
}

func (s *simulation) statusOf(owner string) run.Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over[numberOf(owner)]
}

func (s *simulation) storedBy(owner string) *storedRun {
	s.database.mu.Lock()
	defer s.database.mu.Unlock()
	return s.database.runs[numberOf(owner)-1]
}

// judge looks at what is left when all is over.
func (s *simulation) judge() {
	for number, stored := range s.database.runs {
		if !stored.run.Status.IsOver() {
			s.violatef("run %d did not end: it is %s", stored.run.ID, stored.run.Status)
			continue
		}
		for i := range stored.plan.Nodes {
			published := len(s.server.Table(tableOf(number, i)))
			if published > 0 && (stored.plan.ChangeCheck != nil || !publishes(stored.plan.Nodes[i].Stages)) {
				s.violatef("node %d of run %d was published, and was not found to be built", i, stored.run.ID)
			}
			s.judgeNode(stored, i, published)
			s.judgeName(stored, i)
		}
	}
}

func (s *simulation) judgeNode(stored *storedRun, position, published int) {
	node := &stored.plan.Nodes[position]
	result := stored.results[node.ID]
	name := fmt.Sprintf("node %s of run %d (%s, %s)", node.ID, stored.run.ID, result.State, stored.run.Status)
	isComplete := result.State == run.NodeComplete
	switch {
	case published > 1:
		s.violatef("%s was published %d times", name, published)
	case isComplete && publishes(node.Stages) && published == 0:
		s.violatef("%s was not published", name)
	case !isComplete && published > 0 && !isUnknown(stored, result):
		s.violatef("%s was published", name)
	case !isComplete && stored.run.Status == run.Completed:
		s.violatef("%s is not complete", name)
	}
	// That a node which publishes nothing is complete may be forgotten with its owner; it is worked on again.
	for _, above := range node.Upstream {
		if isComplete && publishes(stored.plan.Nodes[above].Stages) && stored.results[stored.plan.Nodes[above].ID].State != run.NodeComplete {
			s.violatef("%s is complete before what it is made from", name)
		}
	}
}

// judgeName wants results to bear the names of their nodes, also those that were found in the ledger.
func (s *simulation) judgeName(stored *storedRun, position int) {
	node := &stored.plan.Nodes[position]
	if result, ok := stored.results[node.ID]; ok && result.Name != node.Name {
		s.violatef("the result of node %s of run %d is called %q", node.ID, stored.run.ID, result.Name)
	}
}

// isUnknown reports whether a result does not claim to know: the engine was out of reach when it was asked.
func isUnknown(stored *storedRun, result run.NodeResult) bool {
	return stored.run.FailureReason == "the engine is unavailable" ||
		result.Problem != nil && strings.Contains(result.Problem.Hint, "is unknown")
}

func publishes(stages []plan.Stage) bool {
	return len(stages) > 0 && stages[0].Kind == plan.SQL
}
