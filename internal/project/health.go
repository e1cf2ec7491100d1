package project

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
)

// Health says whether the data of a deployed node is good, or that of an environment: the worst of its nodes.
type Health string

// The healths, from good to bad, as the API names them.
const (
	NeverDeployed Health = "neverDeployed" // only of an environment: nothing is deployed
	Healthy       Health = "healthy"
	// Stale means that the node was not built since it was deployed, or that the last run that selected it skipped it. A
	// view and a source are never stale.
	Stale        Health = "stale"
	TestsFailing Health = "testsFailing" // tests failed in the last build
	HealthFailed Health = "failed"       // the last build failed; of an environment also: the last deployment failed
)

// EnvironmentHealth counts the deployed nodes of an environment by health. A refresh changes the health of the nodes
// that it runs, so that a refresh of a part does not hide a failed rest.
type EnvironmentHealth struct {
	Status      Health
	Nodes       map[Health]int
	FailedTests int // in the last builds of the nodes
}

// NewEnvironmentHealth derives the status from the counts.
func NewEnvironmentHealth(nodes map[Health]int, isDeployed, hasDeployFailed bool) EnvironmentHealth {
	h := EnvironmentHealth{Nodes: nodes, Status: Healthy}
	switch {
	case hasDeployFailed || nodes[HealthFailed] > 0:
		h.Status = HealthFailed
	case nodes[TestsFailing] > 0:
		h.Status = TestsFailing
	case nodes[Stale] > 0:
		h.Status = Stale
	case !isDeployed:
		h.Status = NeverDeployed
	}
	return h
}

// HealthStore reads the health of environments.
type HealthStore interface {
	// Health returns the health of environments. An environment that does not exist is missing in the result.
	Health(ctx context.Context, organization ids.Organization, environments ...ids.Environment) (map[ids.Environment]EnvironmentHealth, error)
}

// addHealth fills in the health of environments of one organization.
func (s *Environments) addHealth(ctx context.Context, environments ...*Environment) error {
	if len(environments) == 0 {
		return nil
	}
	numbers := make([]ids.Environment, len(environments))
	for i, e := range environments {
		numbers[i] = e.ID
	}
	found, err := s.store.Health(ctx, environments[0].Organization, numbers...)
	if err != nil {
		return err
	}
	for _, e := range environments {
		e.Health = found[e.ID]
	}
	return nil
}
