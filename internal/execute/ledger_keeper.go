package execute

import (
	"context"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// keeper returns the engine if it records publications itself, and nil if a ledger does. Its fence takes the place of the
// takeover mark: after it, older owners can commit nothing.
func (e *execution) keeper() engine.PublicationKeeper {
	keeper, _ := e.Engine.(engine.PublicationKeeper)
	return keeper
}

// loadKept reads what earlier owners published from an engine that records it. It reports whether the engine is one.
func (e *execution) loadKept(ctx context.Context, p *preparation) bool {
	keeper := e.keeper()
	if keeper == nil {
		return false
	}
	if e.WithoutLedger || p.everything != nil {
		return true
	}
	var published map[string]string
	p.everything = e.retry(ctx, "publications", func(ctx context.Context) (err error) {
		published, err = keeper.Publications(ctx, e.Label)
		return err
	})
	for node, result := range published {
		p.known[transform.NodeID(node)] = decodePublication(transform.NodeID(node), result)
	}
	return true
}

// recordKept adds the node's publication to the transaction of the session. The commit returns its error.
func (n *nodeExecution) recordKept(ctx context.Context, session engine.Session, result *run.NodeResult) (isDeferred bool, err error) {
	recorder, ok := session.(engine.PublicationRecorder)
	if !ok {
		return false, fault.New(fault.Internal, "the sessions of the engine record no publications")
	}
	return true, recorder.RecordPublication(ctx, string(result.Node), encodePublication(result))
}

// findKept returns the node's publication, or nil if there is none. A replaced owner stops.
func (n *nodeExecution) findKept(ctx context.Context) (*run.NodeResult, error) {
	text, isPublished, err := n.keeper().FindPublication(ctx, n.Label, string(n.node.ID))
	if errors.Is(err, engine.ErrFenced) {
		n.stop(errReplaced)
		return nil, errReplaced
	}
	if err != nil || !isPublished {
		return nil, err
	}
	found := decodePublication(n.node.ID, text)
	found.Name = n.node.Name
	return &found, nil
}

// forgetKept deletes what an engine has recorded about runs that have ended, and everything that is older than ledgerDays.
func forgetKept(ctx context.Context, keeper engine.PublicationKeeper, ended []EndedRun) error {
	labels := make([]engine.Label, len(ended))
	for i := range ended {
		labels[i] = ended[i].Label
	}
	return keeper.ForgetPublications(ctx, labels, time.Now().AddDate(0, 0, -ledgerDays))
}
