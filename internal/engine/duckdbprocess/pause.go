package duckdbprocess

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// Pause lets the sessions in a folder and in the folders below it end, keeps new ones waiting, and ends the children there, so that no
// process has their files open. resume lets the sessions go on. If the sessions do not end before the context does, everything
// goes on, and Pause returns an Unavailable fault.
func (d *Driver) Pause(ctx context.Context, below string) (resume func(), err error) {
	d.pausing.Lock() // one at a time
	d.mu.Lock()
	d.pausedBelow = below
	var paused []*supervisor
	for folder, s := range d.supervisors {
		if isBelow(folder, below) {
			paused = append(paused, s)
		}
	}
	d.mu.Unlock()
	resume = func() {
		d.mu.Lock()
		d.pausedBelow = ""
		for folder, s := range d.supervisors {
			if isBelow(folder, below) { // also those that were added meanwhile
				s.gate.open()
			}
		}
		d.mu.Unlock()
		d.pausing.Unlock()
	}
	for _, s := range paused {
		s.gate.drain()
	}
	for _, s := range paused {
		select {
		case <-s.gate.drain():
		case <-ctx.Done():
			resume()
			return nil, fault.New(fault.Unavailable, "statements on the embedded DuckDB did not end in time").
				WithHint("Try again when no long run is in progress.")
		}
		s.end() //nolint:contextcheck // a child that is to end must end
	}
	return resume, nil
}

// isBelow reports whether a folder is another one or below it.
func isBelow(folder, below string) bool {
	return below != "" && strings.HasPrefix(folder+string(filepath.Separator), filepath.Clean(below)+string(filepath.Separator))
}

// end ends the child. Its engines open again in the next one.
func (s *supervisor) end() {
	_ = s.lock(context.Background())
	defer s.unlock()
	s.endLocked()
}

func (s *supervisor) endLocked() {
	if s.current == nil {
		return
	}
	_ = s.current.socket.Close() // the child ends when its socket closes
	<-s.current.gone
	s.current = nil
}
