package engine

// ProgressReporter is a session whose engine tells how far a statement is while it runs.
type ProgressReporter interface {
	// OnProgress sets the function that Exec and Query call while their statement runs, in the goroutine of the caller, about once a
	// second. Nil sets none. It must return soon.
	OnProgress(report func(Progress))
}

// Progress is how far a statement is. Engines cannot tell all of it, and the total may grow while the statement runs.
type Progress struct {
	State          string `json:"state,omitempty"` // the engine's own word, in lower case, such as queued or running
	CompletedParts int    `json:"completedParts,omitempty"`
	TotalParts     int    `json:"totalParts,omitempty"` // parts of the work, such as splits
	ReadRows       int64  `json:"readRows,omitempty"`   // from tables
}
