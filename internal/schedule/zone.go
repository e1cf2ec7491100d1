package schedule

import (
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // for machines that have no table of time zones

	"github.com/millrace/millrace/internal/fault"
)

const maxZone = 64

// Zones finds time zones by their names and remembers them: each is read from its table once.
type Zones struct{ known sync.Map }

// Find gives a time zone. An empty name is UTC.
func (z *Zones) Find(name string) (*time.Location, error) {
	if name == "" || name == "UTC" {
		return time.UTC, nil
	}
	if found, ok := z.known.Load(name); ok {
		place, _ := found.(*time.Location)
		return place, nil
	}
	// The zone of the machine would make a schedule depend on which server computes it.
	if name == "Local" || len(name) > maxZone || strings.Contains(name, "..") {
		return nil, unknownZone(name)
	}
	place, err := time.LoadLocation(name)
	if err != nil {
		return nil, unknownZone(name)
	}
	z.known.Store(name, place) // only names that exist get here, so it stays small
	return place, nil
}

func unknownZone(name string) error {
	if len(name) > maxZone {
		name = strings.ToValidUTF8(name[:maxZone], "") + "…"
	}
	return fault.New(fault.Invalid, "the time zone %q is not known", name).
		WithHint("Use a name of the IANA table, like Europe/Berlin or America/New_York, or UTC.")
}
