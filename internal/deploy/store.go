package deploy

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/transform"
)

// Store stores plans and deployed states. The end of a run updates both in another part of the store.
type Store interface {
	// State returns what is deployed in an environment, from one transaction.
	State(ctx context.Context, organization ids.Organization, environment ids.Environment) (State, error)
	// ForeignObjects returns the objects that other environments deployed.
	ForeignObjects(ctx context.Context, query ForeignObjectQuery) ([]difference.ForeignObject, error)
	// SavePlan stores a plan.
	SavePlan(ctx context.Context, by account.Actor, plan Plan) error
	// FindPlan returns a plan with its result.
	FindPlan(ctx context.Context, organization ids.Organization, id PlanID) (Plan, error)
	// PlanEnvironment returns the environment of a plan.
	PlanEnvironment(ctx context.Context, organization ids.Organization, id PlanID) (ids.Environment, error)
	// ListPlans returns plans without their results.
	ListPlans(ctx context.Context, query Query) (page.Result[Plan], error)
	// DiscardPlan deletes a plan. It returns a conflict if the plan was deployed.
	DiscardPlan(ctx context.Context, by account.Actor, id PlanID) error
	ListDeployments(ctx context.Context, query Query) (page.Result[Deployment], error)
	// FindDeployment returns a deployment of an environment.
	FindDeployment(ctx context.Context, organization ids.Organization, environment ids.Environment, run ids.Run) (Deployment, error)
}

// State is what is deployed in an environment.
type State struct {
	Version int64 // changes with every deployment, and with every change that makes plans stale
	Nodes   map[transform.NodeID]difference.State
}

// ForeignObjectQuery selects the objects that other environments deployed over a connection, in some schemas. Names of schemas are compared
// without case; the caller knows whether the engine ignores case.
type ForeignObjectQuery struct {
	Organization ids.Organization
	Environment  ids.Environment // the requesting environment
	Connection   ids.Connection
	Schemas      []engine.Schema
}
