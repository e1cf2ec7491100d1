package execute

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/staging"
)

// evidence is what the version of a table tells about the statements that were sent to publish it.
type evidence int

const (
	unpublished evidence = iota // none has taken effect; one that still does makes the next one fail
	published
	unclear // the table has changed, and it is unknown by which statement
)

// markerOf returns the text that a replacement stores with the table.
func markerOf(n *nodeExecution) string {
	return markerPrefix(n) + strconv.FormatInt(n.Label.Epoch, 10)
}

func markerPrefix(n *nodeExecution) string { return n.Label.WorkID + " " + string(n.node.ID) + " " }

// judge compares the version of a table with the statements that were sent to publish it.
func judge(n *nodeExecution, kind staging.Kind, version engine.TableVersion, sent []run.QueryResult) evidence {
	if strings.HasPrefix(version.Marker, markerPrefix(n)) {
		return published
	}
	isMoved := false
	for i := range sent {
		if sent[i].State == run.NodeComplete || sent[i].QueryID != "" && slices.Contains(version.QueryIDs, sent[i].QueryID) {
			return published
		}
		isMoved = isMoved || cmp.Or(version.Snapshot, noSnapshot) != sent[i].Snapshot
	}
	if isMoved && kind != staging.Replace { // a full load can be repeated
		return unclear
	}
	return unpublished
}

// continueNode decides what a new owner does with a node: it is complete, it runs again, or it is in doubt.
func (s *statementPublisher) continueNode(p *preparation, position int) {
	n := s.newNodeExecution(position)
	form := staging.Analyze(s.Engine.Dialect(), n.node)
	if form.Kind == staging.Direct {
		if begun := n.begunStatements(s.Done[n.node.ID].Queries); begun > 0 {
			p.doubts[n.node.ID] = fault.New(fault.Internal, "an earlier owner of the run started %d of %d statements", begun, len(n.node.Stages)).
				WithHint("Each statement takes effect by itself. Compare the objects of the node with its definition; a new plan does.")
		}
		return
	}
	switch version := s.versions[engineTable(n.node)]; judge(n, form.Kind, version, n.sent) {
	case published:
		if slices.Contains(form.Roles, staging.Late) {
			s.published[n.node.ID] = true
			return
		}
		result := s.Done[n.node.ID]
		result.Node, result.State, result.EndedAt = n.node.ID, run.NodeComplete, s.Now()
		completeQueries(result.Queries)
		p.known[n.node.ID] = result
	case unclear:
		p.doubts[n.node.ID] = s.doubt(n, version)
	case unpublished:
	}
}

// completeQueries ends the statements that were running when their owner died and whose node is published.
func completeQueries(queries []run.QueryResult) {
	for i := range queries {
		if queries[i].State == run.NodeRunning {
			queries[i].State = run.NodeComplete
		}
	}
}

// doubt is the error of a node of which it is unknown whether it is published.
func (*statementPublisher) doubt(n *nodeExecution, version engine.TableVersion) error {
	change := "it does not exist"
	if version.Snapshot != "" {
		change = fmt.Sprintf("it has the snapshot %s", version.Snapshot)
		if len(version.QueryIDs) > 0 && version.QueryIDs[0] != "" {
			change += " of query " + version.QueryIDs[0]
		}
	}
	return fault.New(fault.Internal, "the table does not show whether the node was published: %s", change).WithHint("%s", checkHint(n))
}

func checkHint(n *nodeExecution) string {
	return fmt.Sprintf("Check in %s whether the rows of this run are there. If not, run the node again.", nameOf(n.node))
}

// canceled returns the result of a node of a canceled run. If a statement was sent to publish it, nothing prevents that the statement
// takes effect later, because the node does not run again.
func (n *nodeExecution) canceled() run.NodeResult {
	if len(n.sent) == 0 {
		return n.over(run.NodeCanceled, nil)
	}
	n.inDoubt, n.result.Queries = true, slices.Clone(n.sent)
	return n.failed(fault.New(fault.Unavailable, "the run was canceled while a statement may have been publishing the node").WithHint("%s", checkHint(n)))
}

// readEvidence reads the version of the node's table after a publishing statement with an unknown outcome.
func (s *statementPublisher) readEvidence(ctx context.Context, n *nodeExecution) (engine.TableVersion, error) {
	own, done := n.evidenceContext(ctx)
	defer done()
	var version engine.TableVersion
	err := n.retry(own, string(n.node.ID), func(ctx context.Context) error {
		versions, err := s.readVersions(ctx, []engine.Table{engineTable(n.node)})
		version = versions[engineTable(n.node)]
		return err
	})
	return version, err
}
