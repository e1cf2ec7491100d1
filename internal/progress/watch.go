package progress

import "context"

// Source returns snapshots of a run.
type Source interface {
	// Next waits a moment (less if the run has ended) and returns the current state of the run.
	Next(ctx context.Context) (Snapshot, error)
}

// Display shows a run.
type Display interface {
	// Show shows the current state of the run.
	Show(s Snapshot)
	// End shows the result of the run.
	End(s Snapshot)
	// Leave stops showing a run that continues.
	Leave()
}

// Watch shows a run until it has ended, and returns the last snapshot. After an error of the source, or when the
// context ends, the run may continue.
func Watch(ctx context.Context, source Source, display Display) (Snapshot, error) {
	var last Snapshot
	for {
		s, err := source.Next(ctx)
		if err != nil {
			display.Leave()
			return last, err
		}
		last = s
		if s.Status.IsOver() {
			display.End(s)
			return s, nil
		}
		display.Show(s)
	}
}

// Silent shows nothing.
type Silent struct{}

// Show shows nothing.
func (Silent) Show(Snapshot) {}

// End shows nothing.
func (Silent) End(Snapshot) {}

// Leave does nothing.
func (Silent) Leave() {}
