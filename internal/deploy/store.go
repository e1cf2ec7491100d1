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

// Store keeps plans, and what is deployed. What a run makes of both is the business of whoever stores its end.
type Store interface {
	// State gives what is deployed in an environment, of one moment.
	State(ctx context.Context, organization ids.Organization, environment ids.Environment) (State, error)
	// Held gives what other environments have in a warehouse.
	ForeignObjects(ctx context.Context, query HeldQuery) ([]difference.ForeignObject, error)
	// SavePlan stores a plan.
	SavePlan(ctx context.Context, by account.Actor, plan Plan) error
	// FindPlan gives a plan with its result.
	FindPlan(ctx context.Context, organization ids.Organization, id PlanID) (Plan, error)
	// PlanEnvironment gives the environment of a plan.
	PlanEnvironment(ctx context.Context, organization ids.Organization, id PlanID) (ids.Environment, error)
	// ListPlans gives plans without their results.
	ListPlans(ctx context.Context, query Query) (page.Result[Plan], error)
	// DiscardPlan takes a plan away that was not deployed; one that was is a conflict.
	DiscardPlan(ctx context.Context, by account.Actor, id PlanID) error
	ListDeployments(ctx context.Context, query Query) (page.Result[Deployment], error)
	// FindDeployment gives a deployment of an environment.
	FindDeployment(ctx context.Context, organization ids.Organization, environment ids.Environment, run ids.Run) (Deployment, error)
}

// State is what is deployed in an environment.
type State struct {
	Version int64 // moves with every deployment, and with whatever makes plans stale
	Nodes   map[transform.NodeID]difference.State
}

// HeldQuery asks for what other environments than one have over its connection, in the places that matter to it. A place is
// the same whatever its case: who asks knows whether that is true of the engine.
type HeldQuery struct {
	Organization ids.Organization
	Environment  ids.Environment // that asks
	Connection   ids.Connection
	Places       []engine.Schema
}
