package schedule

import (
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // for machines without time zone tables

	"github.com/millrace/millrace/internal/fault"
)

const maxZone = 64

// Zones finds time zones by name and caches them, so that each is loaded once.
type Zones struct{ known sync.Map }

// Find returns a time zone. An empty name means UTC.
func (z *Zones) Find(name string) (*time.Location, error) {
	if name == "" || name == "UTC" {
		return time.UTC, nil
	}
	if found, ok := z.known.Load(name); ok {
		zone, _ := found.(*time.Location)
		return zone, nil
	}
	// The zone of the machine would make a schedule depend on the server that computes it.
	if name == "Local" || len(name) > maxZone || strings.Contains(name, "..") {
		return nil, unknownZone(name)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, unknownZone(name)
	}
	z.known.Store(name, zone) // only existing names get here, so the cache stays small
	return zone, nil
}

func unknownZone(name string) error {
	if len(name) > maxZone {
		name = strings.ToValidUTF8(name[:maxZone], "") + "…"
	}
	return fault.New(fault.Invalid, "unknown time zone %q", name).
		WithHint("Use an IANA name such as Europe/Berlin or America/New_York, or UTC.")
}
