package deploy

import (
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

// Deployment is one deploy of an environment, as history shows it.
type Deployment struct {
	Run        ids.Run
	Status     run.Status
	CreatedAt  time.Time
	EndedAt    time.Time // zero until it is over
	CreatedBy  ids.User
	Origin     Origin
	Plan       PlanID
	Snapshot   string
	Parameters []byte
	Counts     Counts
	IsCurrent  bool // it is what is deployed now
}

// DeploymentOrder is what lists of deployments can be ordered by.
var DeploymentOrder = page.Fields{"runID"}

// Query is which plans or deployments of an environment a list shows.
type Query struct {
	Organization ids.Organization
	Environment  ids.Environment
	Page         page.Request
}
