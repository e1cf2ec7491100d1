package engine

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// Driver knows one kind of engine. It is safe for use by many goroutines.
type Driver interface {
	// Check looks at the form of a connection without reaching the engine. What is wrong is an Invalid fault that
	// names the key.
	Check(c Connection) error
	// Test reaches the engine, does the least that proves it works, and leaves nothing behind. An engine that does
	// not work is an Unavailable fault with a hint.
	Test(ctx context.Context, c Connection) (Info, error)
	// Open opens a connection for work. It may be cheap: an engine that cannot be reached may show only with the first
	// session. Opening the same connection twice is fine.
	Open(ctx context.Context, c Connection) (Engine, error)
}

// Drivers are the drivers of a process, by kind.
type Drivers struct {
	byKind map[string]Driver // never changed
}

// NewDrivers takes the drivers that there are.
func NewDrivers(byKind map[string]Driver) Drivers { return Drivers{maps.Clone(byKind)} }

// Kinds are the kinds with a driver, in order.
func (d Drivers) Kinds() []string { return slices.Sorted(maps.Keys(d.byKind)) }

// Lookup finds the driver of a kind. A kind that the interface knows and this version does not is Unsupported.
func (d Drivers) Lookup(kind string) (Driver, error) {
	if driver, ok := d.byKind[kind]; ok {
		return driver, nil
	}
	hint := "Kinds that can be used now: " + strings.Join(d.Kinds(), ", ") + "."
	if _, known := enginekind.Lookup(kind); known {
		return nil, fault.New(fault.Unsupported, "connections of kind %s cannot be used in this version", kind).WithHint("%s", hint)
	}
	return nil, fault.New(fault.Invalid, "the kind of connection %q is not known", kind).WithHint("%s", hint)
}
