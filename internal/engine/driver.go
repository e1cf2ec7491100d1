package engine

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// Driver connects to one kind of engine. It is safe for concurrent use.
type Driver interface {
	// Check checks the settings of a connection without reaching the engine. Errors are an Invalid fault that names the
	// keys.
	Check(c Connection) error
	// Test connects to the engine, checks that it works, and leaves nothing behind. If the engine does not work, it
	// returns an Unavailable fault with a hint.
	Test(ctx context.Context, c Connection) (Info, error)
	// Open opens a connection for work. It may be lazy: an unreachable engine may fail only with the first session. The
	// same connection may be opened twice.
	Open(ctx context.Context, c Connection) (Engine, error)
}

// Drivers contains the drivers of a process, by kind.
type Drivers struct {
	byKind map[string]Driver // immutable
}

// NewDrivers returns a set of drivers.
func NewDrivers(byKind map[string]Driver) Drivers { return Drivers{maps.Clone(byKind)} }

// Kinds lists the kinds with a driver, sorted.
func (d Drivers) Kinds() []string { return slices.Sorted(maps.Keys(d.byKind)) }

// Lookup returns the driver of a kind. A known kind without a driver is Unsupported.
func (d Drivers) Lookup(kind string) (Driver, error) {
	if driver, ok := d.byKind[kind]; ok {
		return driver, nil
	}
	hint := "Supported kinds: " + strings.Join(d.Kinds(), ", ") + "."
	if _, known := enginekind.Lookup(kind); known {
		return nil, fault.New(fault.Unsupported, "connections of kind %s are not supported in this version", kind).WithHint("%s", hint)
	}
	return nil, fault.New(fault.Invalid, "%q is not a kind of connection", kind).WithHint("%s", hint)
}
