package store

import (
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// Insert stores a run with its plan under the next number. It refuses while the disk is full: plans are large.
func (s *Runs) Insert(ctx context.Context, by account.Actor, draft run.Draft) (run.Run, error) {
	if err := s.db.CheckSpace(ctx); err != nil {
		return run.Run{}, err
	}
	packed, err := pack(draft)
	if err != nil {
		return run.Run{}, err
	}
	var r run.Run
	insert := func(t *tx) error {
		if err := t.ownerMayStart(ctx, by, draft); err != nil {
			return err
		}
		at, err := t.lockTarget(ctx, by.Organization, draft.Environment)
		if err != nil {
			return err
		}
		if err := at.admit(draft); err != nil {
			return err
		}
		if err := t.requireSameSettings(ctx, by.Organization, draft); err != nil {
			return err
		}
		if err := t.admitDeploy(ctx, by.Organization, draft); err != nil {
			return err
		}
		number, err := nextRuns(ctx, t, by.Organization, 1)
		if err != nil {
			return err
		}
		r = newRun(by, draft, packed)
		r.ID, r.CreatedAt = ids.Run(number), fromMoment(moment(t.now))
		if err := t.insertRun(ctx, r, draft, packed); err != nil {
			return err
		}
		t.auditObject(audit.Object{Kind: audit.Run, ID: ids.FormatNumber(r.ID), Project: at.project, Environment: r.Environment})
		t.auditChanges(nil, runFields(r))
		return t.startFiring(ctx, r, draft.Firing)
	}
	if by.Credential.IsSystem() { // a schedule starts it; its firing says so
		err = s.insertForSchedule(ctx, insert)
		return r, err
	}
	err = s.db.write(ctx, by, audit.On(audit.Start, audit.Run, "").In("", draft.Environment), insert)
	return r, err
}

// insertForSchedule stores a run that the server starts itself.
func (s *Runs) insertForSchedule(ctx context.Context, insert func(*tx) error) error {
	return s.db.system(ctx, insert)
}

// packing contains the parts of a draft that are stored as text or bytes.
type packing struct {
	packedPlan

	details, parameters string
}

// packedPlan is the plan of a draft, and the ids of its nodes.
type packedPlan struct {
	nodeIDs string
	plan    []byte
}

// pack encodes a draft. It is called before the transaction, because it takes time.
func pack(draft run.Draft) (packing, error) {
	plan, err := packPlan(draft.Plan)
	if err != nil {
		return packing{}, err
	}
	return packWith(draft, plan)
}

// packWith encodes a draft whose plan is encoded already.
func packWith(draft run.Draft, plan packedPlan) (packing, error) {
	packed := packing{packedPlan: plan, parameters: "{}"}
	if len(draft.Parameters) > 0 {
		packed.parameters = string(draft.Parameters)
	}
	details, err := json.Marshal(draft.Details)
	packed.details = string(details)
	return packed, err
}

func packPlan(p plan.Plan) (packed packedPlan, err error) {
	if err := checkNodes(p.Nodes); err != nil {
		return packed, err
	}
	nodeIDs, err := json.Marshal(p.IDs())
	if err != nil {
		return packed, err
	}
	packed.nodeIDs = string(nodeIDs)
	packed.plan, err = p.Encode()
	return packed, err
}

// checkNodes checks that results of the nodes can be stored later: a run whose results cannot be stored would never
// end.
func checkNodes(nodes []plan.Node) error {
	for i := range nodes {
		text := string(nodes[i].ID) + nodes[i].Name
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return fault.New(fault.Invalid, "the id or the name of node %q contains NUL or bytes that are not UTF-8", nodes[i].Name).
				WithHint("Use printable text.")
		}
	}
	return nil
}

func newRun(by account.Actor, draft run.Draft, packed packing) run.Run {
	if by.User == "" && draft.Firing != nil {
		by.User = draft.Firing.By
	}
	return run.Run{
		Organization: by.Organization, Environment: draft.Environment, Type: draft.Type, Status: run.WaitingToRun,
		StartedBy: by.User, RerunOf: draft.RerunOf, Details: draft.Details, Parameters: json.RawMessage(packed.parameters),
		Nodes: draft.Plan.CountNodes(),
	}
}

func (t *tx) insertRun(ctx context.Context, r run.Run, draft run.Draft, packed packing) error {
	sequence, err := t.nextSequence(ctx, r.Organization, 1)
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `INSERT INTO runs (organization_id, id, environment_id, type, status, created_at, started_by, rerun_of,
		details, parameters, nodes, snapshot, connection_id, home, changed, plan_id, footing_place, footing_parameters)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
		r.Organization, r.ID, r.Environment, r.Type, r.Status, moment(r.CreatedAt), r.StartedBy, r.RerunOf,
		packed.details, packed.parameters, r.Nodes, draft.Snapshot, draft.Connection, draft.DataFolderID, sequence, draft.Details.Plan,
		draft.SettingsFingerprint.Target, draft.SettingsFingerprint.Parameters)
	if err != nil {
		return err
	}
	if err := t.bindPlan(ctx, r); err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `INSERT INTO run_plans (organization_id, run_id, node_ids, plan) VALUES ($1, $2, $3, $4)`,
		r.Organization, r.ID, packed.nodeIDs, packed.plan)
	return err
}

// admit checks that the target of a draft, in its current state, accepts the run.
func (at runTarget) admit(draft run.Draft) error {
	switch {
	case at.kind == noTarget:
		return project.EnvironmentNotFound(ids.FormatNumber(draft.Environment))
	case at.kind == workspaceTarget:
		return nil
	case at.status == project.Deleting:
		return fault.New(fault.Conflict, "environment %d is being deleted", draft.Environment).WithHint("Choose another environment.")
	case draft.Type == run.Deploy:
		return at.checkStart(draft.Type)
	case at.isInFailedDeploy() && !draft.Details.Force:
		return fault.New(fault.Invalid, "environment %d is in %s", draft.Environment, project.FailedDeploy).
			WithHint("Deploy again, or send forceIgnoreWorkspaceStatus to refresh what is deployed.")
	case at.snapshot != draft.Snapshot:
		return fault.New(fault.Conflict, "environment %d has just been deployed again", draft.Environment).WithHint("Try again.")
	default:
		return at.checkStart(draft.Type)
	}
}
