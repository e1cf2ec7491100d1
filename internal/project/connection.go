package project

import (
	"context"
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/validate"
)

// Connection is how to reach an engine: its kind, settings and sealed secret.
type Connection struct {
	Organization ids.Organization
	ID           ids.Connection
	Name         string
	Platform     PlatformKind
	Settings     map[string]any
	// SealedSecret can be opened only with the server's key and only for this connection. It is empty if there is no
	// secret.
	SealedSecret string
	IsDefault    bool // environments without a connection use this one
	// AllProjects lets every project of the organization use the connection; otherwise only those in Projects may.
	AllProjects bool
	Projects    []ids.Project // ordered by id
	WorkerLabel string        // that a worker of its runs must have; empty for none
	MaxRuns     int           // runs in progress at once, over all workers; 0 is no limit
	CreatedAt   time.Time
}

// ConnectionOrder lists the fields that a list of connections can be ordered by.
var ConnectionOrder = page.Fields{"id", "name", "platformKind", "createdAt"}

// ConnectionStore stores connections.
type ConnectionStore interface {
	Create(ctx context.Context, by account.Actor, connection Connection) error
	Find(ctx context.Context, organization ids.Organization, id ids.Connection) (Connection, error)
	// Default returns the connection of environments that name none.
	Default(ctx context.Context, organization ids.Organization) (Connection, error)
	// BindDataFolder binds an embedded connection to the first data folder that uses it, and returns that folder.
	BindDataFolder(ctx context.Context, organization ids.Organization, id ids.Connection, home string) (string, error)
	// List returns the connections of the organization, or those that projects of the user may use.
	List(ctx context.Context, sees account.Visibility, request page.Request) (page.Result[Connection], error)
	// Change reads a connection, calls change and stores the result, in one transaction.
	Change(ctx context.Context, by account.Actor, id ids.Connection, change func(*Connection) error) (Connection, error)
	// Users returns the active users whose roles let them use the connection.
	Users(ctx context.Context, organization ids.Organization, id ids.Connection, request page.Request) (page.Result[ConnectionUser], error)
	// Delete is a conflict while an environment uses the connection, and for the default one.
	Delete(ctx context.Context, by account.Actor, id ids.Connection) error
}

// ConnectionNotFound returns the fault for a connection that does not exist.
func ConnectionNotFound(id string) error {
	return fault.New(fault.NotFound, "connection %s was not found", id).
		WithHint("GET /api/v1/connections lists the connections.")
}

// DefaultConnection is the embedded engine that every organization starts with.
func DefaultConnection(organization ids.Organization, now time.Time) Connection {
	return Connection{
		Organization: organization, ID: ids.New[ids.Connection](), Name: "Embedded DuckDB", Platform: DuckDB,
		Settings: map[string]any{}, IsDefault: true, AllProjects: true, CreatedAt: now,
	}
}

// SealContext binds a sealed secret to its connection, so that it does not open for another one.
func (c *Connection) SealContext() string {
	return "connection/" + string(c.Organization) + "/" + string(c.ID)
}

func (c *Connection) check() error {
	if err := validate.CheckName("the connection's name", c.Name, maxName); err != nil {
		return err
	}
	raw, err := json.Marshal(c.Settings)
	if err != nil || len(raw) > maxParameterBytes {
		return fault.New(fault.Invalid, "the settings are too large").WithHint("Use at most %d bytes.", maxParameterBytes)
	}
	if c.MaxRuns < 0 || c.MaxRuns > maxConnectionRuns {
		return fault.New(fault.Invalid, "maxRuns is %d", c.MaxRuns).WithHint("Use a number from 0 to %d; 0 is no limit.", maxConnectionRuns)
	}
	if err := checkWorkerLabel(c.WorkerLabel); err != nil {
		return err
	}
	return c.checkProjects()
}
