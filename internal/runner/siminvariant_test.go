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

// The invariants:
//
//   - An older epoch has no effect after the next owner started its first node.
//   - Final states do not change: not a run, not a node, and not the tables of a canceled or completed run.
//   - A node is published at most once, and if and only if its result says so.
//   - The nodes of a run are selected once: nothing is published before, and no unselected node.
//   - At most as many nodes run at once as the run allows, and none before its upstream nodes.
//   - When a run becomes canceled, none of its running statements can take effect.
//   - Every run ends.
func (s *simulation) violatef(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
	s.tracef("VIOLATION "+format, args...)
}

// committed checks every transaction when it is committed.
func (s *simulation) committed(commit simengine.Commit) {
	s.tracef("commit by %s epoch %d: %v", commit.Label.WorkID, commit.Label.Epoch, commit.Changes)
	if len(commit.Changes) == 0 {
		return
	}
	if newest := s.newestOf(commit.Label); commit.Label.Epoch < newest && s.hasTransactions { // otherwise a cancel may come too late
		s.violatef("epoch %d of %s had an effect after epoch %d had begun", commit.Label.Epoch, commit.Label.WorkID, newest)
	}
	// A statement of a canceled run may take effect later if its node is in doubt; checkEnd compares.
	if status := s.statusOf(commit.Label.WorkID); status == run.Canceled && s.hasTransactions || status == run.Completed {
		s.violatef("%s had an effect after it was %s", commit.Label.WorkID, status)
	}
}

// newestOf returns the newest epoch of a run that was seen, including the label's.
func (s *simulation) newestOf(label engine.Label) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.newest[label.WorkID] = max(s.newest[label.WorkID], label.Epoch)
	return s.newest[label.WorkID]
}

// watch checks every request to the engine before it is sent.
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
		if publishes(stored.plan.Nodes[above].Stages) && s.countPublications(table) == 0 {
			s.violatef("%s was begun before %s was published", tableOf(number-1, node), table)
		}
	}
}

// targetOf returns the node that a statement loads.
func targetOf(statement string) (number, node int, ok bool) {
	if parts := targetPattern.FindStringSubmatch(statement); parts != nil {
		number, _ = strconv.Atoi(parts[1])
		node, _ = strconv.Atoi(parts[2])
		return number, node, true
	}
	for _, form := range []string{"APPEND r%d.n%d", rebuild + " r%d.n%d"} {
		if _, err := fmt.Sscanf(statement, form, &number, &node); err == nil {
			return number, node, true
		}
	}
	return 0, 0, false
}

const rebuild = "CREATE OR REPLACE TABLE"

// unwatch checks every answer of the engine before it arrives.
func (s *simulation) unwatch(p *process, call simengine.Call) {
	if call.Node != "" {
		s.count(p, call, -1)
	}
}

// count counts the nodes of an owner that wait for the engine.
func (s *simulation) count(p *process, call simengine.Call, change int) int {
	owner := fmt.Sprint(p.name, call.Label)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.working[owner] += change
	return s.working[owner]
}

// ended checks every run when it ends.
func (s *simulation) ended(stored *storedRun, outcome run.Outcome) {
	s.tracef("run %d ended: %s %s", stored.run.ID, outcome.Status, outcome.Reason)
	s.mu.Lock()
	s.over[stored.run.ID] = outcome.Status
	s.mu.Unlock()
	if outcome.Status != run.Canceled {
		return
	}
	if stored.run.Status == run.Running && !stored.run.CancelRequested {
		s.violatef("run %d was canceled without a request", stored.run.ID)
	}
	for epoch := range stored.run.Epoch {
		// After the state database's clock jumped, an earlier owner may not know yet that it was replaced. Its
		// statements cannot take effect.
		label := engine.Label{WorkID: ownerOf(stored.run), Epoch: epoch + 1}
		if statements, _ := s.server.Active(label); statements > 0 && (label.Epoch == stored.run.Epoch || s.database.offset == 0) {
			s.violatef("run %d was canceled while %d statements were running", stored.run.ID, statements)
		}
	}
}

// ownerOf returns the work id of a run in the engine.
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

// checkEnd checks the state after all runs have ended.
func (s *simulation) checkEnd() {
	for number, stored := range s.database.runs {
		if !stored.run.Status.IsOver() {
			s.violatef("run %d did not end: it is %s", stored.run.ID, stored.run.Status)
			continue
		}
		for i := range stored.plan.Nodes {
			published := s.countPublications(tableOf(number, i))
			if published > 0 && (stored.plan.ChangeCheck != nil || !publishes(stored.plan.Nodes[i].Stages)) {
				s.violatef("node %d of run %d was published, and was not found to be built", i, stored.run.ID)
			}
			s.judgeNode(stored, i, published)
			s.checkName(stored, i)
		}
	}
}

func (s *simulation) judgeNode(stored *storedRun, position, published int) {
	node := &stored.plan.Nodes[position]
	result := stored.results[node.ID]
	name := fmt.Sprintf("node %s of run %d (%s, %s)", node.ID, stored.run.ID, result.State, stored.run.Status)
	isComplete := result.State == run.NodeComplete
	isSaid := s.countDoubt(stored, result) || isLate(result)
	switch {
	case published > 1:
		s.violatef("%s was published %d times", name, published)
	case isComplete && publishes(node.Stages) && published == 0:
		s.violatef("%s was not published", name)
	case !isComplete && published > 0 && !isSaid:
		s.violatef("%s was published", name)
	case !isComplete && stored.run.Status == run.Completed:
		s.violatef("%s is not complete", name)
	}
	// The result of a node that publishes nothing may be lost with its owner; it runs again.
	for _, above := range node.Upstream {
		if isComplete && publishes(stored.plan.Nodes[above].Stages) && stored.results[stored.plan.Nodes[above].ID].State != run.NodeComplete {
			s.violatef("%s is complete before what it is made from", name)
		}
	}
}

// checkName checks that results have the names of their nodes, also those from the ledger.
func (s *simulation) checkName(stored *storedRun, position int) {
	node := &stored.plan.Nodes[position]
	if result, ok := stored.results[node.ID]; ok && result.Name != node.Name {
		s.violatef("the result of node %s of run %d is called %q", node.ID, stored.run.ID, result.Name)
	}
}

// isUnknown reports whether a result says that it is in doubt: the engine was unavailable.
func isUnknown(stored *storedRun, result run.NodeResult) bool {
	return stored.run.FailureReason == "the engine is unavailable" ||
		result.Problem != nil && strings.Contains(result.Problem.Hint, "is unknown")
}

// countDoubt counts a node that is in doubt, and reports whether it is.
func (s *simulation) countDoubt(stored *storedRun, result run.NodeResult) bool {
	isInDoubt := result.State != run.NodeComplete && isUnknown(stored, result)
	if isInDoubt {
		s.doubts++
	}
	return isInDoubt
}

// isLate reports whether a result says that only what follows the publication failed.
func isLate(result run.NodeResult) bool {
	return result.Problem != nil && strings.Contains(result.Problem.Hint, "The node was published before")
}

func publishes(stages []plan.Stage) bool {
	return len(stages) > 0 && stages[0].Kind == plan.SQL
}
