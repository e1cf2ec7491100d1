package difference

import "github.com/millrace/millrace/internal/transform"

// Scope is how a plan was limited. It is stored with the result, so that people see it.
type Scope struct {
	// Include and Exclude are the selectors of the nodes that the plan may change. Both are empty for all nodes.
	Include string `json:"include,omitempty"`
	Exclude string `json:"exclude,omitempty"`
	// AllowInvalid says that nodes with errors, and those that depend on them, stay as they are deployed.
	AllowInvalid bool `json:"allowInvalid,omitempty"`
	// AllowOtherPlatform says that the project may be written for another platform than that of the engine.
	AllowOtherPlatform bool `json:"allowOtherPlatform,omitempty"`
	// Unselected is the number of nodes that the selectors leave out.
	Unselected int `json:"unselected,omitempty"`
	// Kept are the nodes that stay as they are deployed because of errors.
	Kept []KeptNode `json:"kept,omitempty"`
}

// KeptNode is a node that stays as it is deployed.
type KeptNode struct {
	Node       transform.NodeID `json:"node"`
	Name       string           `json:"name"` // LOCATION.NAME
	Reason     KeptReason       `json:"reason"`
	Message    string           `json:"message"` // the first error, or the node that it depends on
	IsDeployed bool             `json:"isDeployed"`
}

// KeptReason is why a node stays as it is deployed.
type KeptReason string

// The reasons.
const (
	KeptInvalid   KeptReason = "invalid"
	KeptDependent KeptReason = "dependsOnInvalid"
)

// Blocked returns the result of a comparison that cannot be made.
func Blocked(issues ...Issue) *Result {
	return &Result{
		Changes: []Change{}, Drift: []Drift{}, States: []NewState{},
		Issues: Issues{Blocking: issues, Warnings: []Issue{}},
	}
}
