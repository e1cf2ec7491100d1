package run

// Outcome is how a run ended.
type Outcome struct {
	Status Status // completed, failed or canceled
	Reason string // one line for users; empty unless the run failed
}
