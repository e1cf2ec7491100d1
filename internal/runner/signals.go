package runner

// Signals wakes a runner when a run was stored or is to be canceled. It exists before the runner, because the services that store
// runs need it and the runner needs those services. Without a runner it does nothing.
type Signals struct {
	claims  chan struct{} // there may be a run to claim
	cancels chan struct{} // there may be a run to cancel
}

// NewSignals returns the signals of one runner.
func NewSignals() *Signals {
	return &Signals{claims: make(chan struct{}, 1), cancels: make(chan struct{}, 1)}
}

// Wake makes the runner query at once. It never blocks.
func (s *Signals) Wake() {
	wake(s.claims)
	wake(s.cancels)
}

// wake sends a signal unless one is pending.
func wake(signal chan<- struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}
