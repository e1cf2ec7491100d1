package deploy

import (
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

// Deployment is one execution of a deploy plan, as the history lists it.
type Deployment struct {
	Run        ids.Run
	Status     run.Status
	CreatedAt  time.Time
	EndedAt    time.Time // zero until it has ended
	CreatedBy  ids.User
	Origin     Origin
	Plan       PlanID
	Snapshot   string
	Parameters []byte
	Counts     Counts
	IsCurrent  bool // it is deployed now
}

// DeploymentOrder lists the fields that deployments can be ordered by.
var DeploymentOrder = page.Fields{"runID"}

// Query selects the plans or deployments of an environment.
type Query struct {
	Organization ids.Organization
	Environment  ids.Environment
	Page         page.Request
}
