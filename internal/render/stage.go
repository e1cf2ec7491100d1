package render

// StageType is the purpose of a stage.
type StageType string

// The types of stages.
const (
	SQLStage  StageType = "sql"
	TestStage StageType = "test" // fails if its query returns a row
)

// Phase is the part of a deployment that a stage belongs to.
type Phase string

// The phases. A stage without one belongs to the phase of its node.
const (
	NoPhase     Phase = ""
	CreatePhase Phase = "create"
	DropPhase   Phase = "drop"
	AlterPhase  Phase = "alter"
)

// Stage is one statement of a node.
type Stage struct {
	Name              string    `json:"name"`
	Type              StageType `json:"type"`
	Phase             Phase     `json:"phase,omitempty"`
	ContinueOnFailure bool      `json:"continueOnFailure"`
	SQL               string    `json:"sql"`
}
