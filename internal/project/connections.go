package project

import (
	"context"
	"encoding/json"
	"net/netip"
	"path/filepath"
	"reflect"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// testTimeout limits a test of a connection.
const testTimeout = 15 * time.Second

// Sealer seals secrets with the server's key.
type Sealer interface {
	Seal(plain []byte, context string) (string, error)
	Open(sealed, context string) ([]byte, error)
}

// Engines returns the driver of a kind of engine. A kind without a driver in this version is unsupported.
type Engines interface {
	Lookup(kind string) (engine.Driver, error)
}

// Connections manages connections.
type Connections struct {
	Store   ConnectionStore
	Targets RunTargetStore
	Sealer  Sealer
	Engines Engines
	// Folder is where the embedded engine stores its files; each organization has a subfolder.
	Folder string
	// Folders returns the folders that the operator lets the embedded engine use for an organization; nil means none.
	Folders func(ctx context.Context, organization ids.Organization) ([]string, error)
	// Egress decides which addresses connections may lead to.
	Egress *egress.Policy
	Now    func() time.Time
}

// ConnectionDraft has the settings of a new connection.
type ConnectionDraft struct {
	Name     string
	Platform PlatformKind
	Settings map[string]any
	Secret   map[string]string
	// AllProjects and Projects say which projects may use it.
	AllProjects bool
	Projects    []ids.Project

	WorkerLabel string
	MaxRuns     int
}

// Create creates a connection. It checks the settings and seals the secret, but does not connect.
func (s *Connections) Create(ctx context.Context, by account.Actor, draft ConnectionDraft) (Connection, error) {
	connection := Connection{
		Organization: by.Organization, ID: ids.New[ids.Connection](), Name: draft.Name, Platform: draft.Platform,
		Settings: draft.Settings, AllProjects: draft.AllProjects, Projects: draft.Projects, CreatedAt: s.Now(),
		WorkerLabel: draft.WorkerLabel, MaxRuns: draft.MaxRuns,
	}
	if err := s.finish(ctx, &connection, draft.Secret); err != nil {
		return Connection{}, err
	}
	return connection, s.Store.Create(ctx, by, connection)
}

// finish checks a connection with its secret and seals the secret into it.
func (s *Connections) finish(ctx context.Context, connection *Connection, secret map[string]string) error {
	if err := connection.check(); err != nil {
		return err
	}
	driver, err := s.Engines.Lookup(string(connection.Platform))
	if err != nil {
		return err
	}
	target, err := s.target(ctx, connection, secret)
	if err != nil {
		return err
	}
	if err := driver.Check(target); err != nil {
		return err
	}
	connection.SealedSecret, err = s.seal(secret, connection.SealContext())
	return err
}

// seal returns a sealed secret, and an empty text for an empty one.
func (s *Connections) seal(secret map[string]string, sealContext string) (string, error) {
	if len(secret) == 0 {
		return "", nil
	}
	plain, err := json.Marshal(secret)
	if err != nil {
		return "", err
	}
	return s.Sealer.Seal(plain, sealContext)
}

// target returns what the driver needs, with the folders and the addresses that the organization may use.
func (s *Connections) target(ctx context.Context, connection *Connection, secret map[string]string) (engine.Connection, error) {
	rule := s.Egress.For(connection.Organization)
	target := engine.Connection{
		Kind: string(connection.Platform), Settings: connection.Settings, Secret: secret,
		Folder: filepath.Join(s.Folder, string(connection.Organization)),
		CheckDial: func(ctx context.Context, address netip.AddrPort, database string) error {
			return rule.Check(ctx, egress.Destination{Address: address, Database: database})
		},
	}
	if s.Folders == nil || connection.Platform != DuckDB && connection.Platform != DuckLake {
		return target, nil
	}
	var err error
	target.Folders, err = s.Folders(ctx, connection.Organization)
	return target, err
}

// Get returns a connection.
func (s *Connections) Get(ctx context.Context, organization ids.Organization, id ids.Connection) (Connection, error) {
	return s.Store.Find(ctx, organization, id)
}

// List returns a page of the organization's connections, or of those that projects of the user may use.
func (s *Connections) List(ctx context.Context, sees account.Visibility, request page.Request) (page.Result[Connection], error) {
	return s.Store.List(ctx, sees, request)
}

// ConnectionPatch changes a connection. Settings and secret are replaced as a whole.
type ConnectionPatch struct {
	Name     Optional[string]
	Platform PlatformKind // empty if not set; otherwise it must be the connection's kind
	Settings Optional[map[string]any]
	Secret   Optional[map[string]string]

	AllProjects Optional[bool]
	Projects    Optional[[]ids.Project]
	WorkerLabel Optional[string]
	MaxRuns     Optional[int]
}

// Update changes a connection. The check of the new settings may take time (it follows paths), so it runs before the
// transaction, which then fails if the connection was changed meanwhile.
func (s *Connections) Update(ctx context.Context, by account.Actor, id ids.Connection, patch ConnectionPatch) (Connection, error) {
	before, err := s.Store.Find(ctx, by.Organization, id)
	if err != nil {
		return Connection{}, err
	}
	after, err := s.patched(ctx, before, patch)
	if err != nil {
		return Connection{}, err
	}
	return s.Store.Change(ctx, by, id, func(connection *Connection) error {
		if !reflect.DeepEqual(*connection, before) {
			return fault.New(fault.Conflict, "connection %s was changed by another request", id).WithHint("Read it again and retry.")
		}
		*connection = after
		return nil
	})
}

// patched returns a connection after a change. New settings drop the secret: otherwise an editor could send it to their
// own host.
func (s *Connections) patched(ctx context.Context, connection Connection, patch ConnectionPatch) (Connection, error) {
	if patch.Platform != "" && patch.Platform != connection.Platform {
		return Connection{}, fault.New(fault.Invalid, "the kind of connection %s is %s and cannot change", connection.ID, connection.Platform).
			WithHint("Create a new connection.")
	}
	moved := patch.Settings.Given && !reflect.DeepEqual(patch.Settings.Value, connection.Settings)
	if moved && connection.SealedSecret != "" && !patch.Secret.Given {
		return Connection{}, fault.New(fault.Invalid, "new settings of connection %s need the secret", connection.ID).
			WithHint("Send settings and secret together.")
	}
	secret := patch.Secret.Value
	if !patch.Secret.Given { // otherwise the old one may be unreadable
		var err error
		if secret, err = s.secret(&connection); err != nil {
			return Connection{}, err
		}
	}
	patch.Name.set(&connection.Name)
	patch.Settings.set(&connection.Settings)
	patch.AllProjects.set(&connection.AllProjects)
	patch.Projects.set(&connection.Projects)
	patch.WorkerLabel.set(&connection.WorkerLabel)
	patch.MaxRuns.set(&connection.MaxRuns)
	return connection, s.finish(ctx, &connection, secret)
}

func (s *Connections) secret(connection *Connection) (map[string]string, error) {
	if connection.SealedSecret == "" {
		return map[string]string{}, nil
	}
	plain, err := s.Sealer.Open(connection.SealedSecret, connection.SealContext())
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "cannot open the secret of connection %s", connection.ID).
			WithHint("Was the server's key changed? Set the secret again.")
	}
	var secret map[string]string
	return secret, json.Unmarshal(plain, &secret)
}

// Delete deletes a connection.
func (s *Connections) Delete(ctx context.Context, by account.Actor, id ids.Connection) error {
	return s.Store.Delete(ctx, by, id)
}

// ConnectionTest is the result of a test. A failed connection is a result, not an error.
type ConnectionTest struct {
	Success bool
	Message string
	Hint    string
	Version string
	Took    time.Duration
}

// Test connects to the engine.
func (s *Connections) Test(ctx context.Context, organization ids.Organization, id ids.Connection) (ConnectionTest, error) {
	connection, err := s.Store.Find(ctx, organization, id)
	if err != nil {
		return ConnectionTest{}, err
	}
	secret, err := s.secret(&connection)
	if err != nil {
		return ConnectionTest{}, err
	}
	driver, err := s.Engines.Lookup(string(connection.Platform))
	if err != nil {
		return ConnectionTest{}, err
	}
	target, err := s.target(ctx, &connection, secret)
	if err != nil {
		return ConnectionTest{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, testTimeout)
	defer cancel()
	started := s.Now()
	info, err := driver.Test(ctx, target)
	took := s.Now().Sub(started)
	if err != nil {
		problem := fault.From(ExplainUnreachable(err, connection.WorkerLabel))
		if problem.Kind == fault.Internal {
			return ConnectionTest{}, err
		}
		return ConnectionTest{Message: problem.Message, Hint: problem.Hint, Took: took}, nil
	}
	return ConnectionTest{Success: true, Message: "connected", Version: info.Version, Took: took}, nil
}
