package progress

import "context"

// Source gives snapshots of a run.
type Source interface {
	// Next waits a moment, less when the run is over, and gives the run as it is then.
	Next(ctx context.Context) (Snapshot, error)
}

// Display shows a run to people.
type Display interface {
	// Show shows the run as it is now.
	Show(s Snapshot)
	// End shows what became of the run.
	End(s Snapshot)
	// Leave stops showing a run that goes on.
	Leave()
}

// Watch shows a run until it is over, and gives the last snapshot. When the source gives up, or the context ends, the run
// may well go on.
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

// Leave has nothing to clear.
func (Silent) Leave() {}
