package ducklake

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/netip"
	"path/filepath"
	"sync"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/engine/postgres"
)

// Opener is the part of a driver for DuckDB that lakes need.
type Opener interface {
	Limits(r *engine.Reader) duckdb.Target
	AllowedFolder(path string, c engine.Connection) (string, error)
	TestTarget(ctx context.Context, target duckdb.Target) (engine.Info, error)
	OpenTarget(ctx context.Context, target duckdb.Target) (engine.Engine, error)
}

// Options configure the driver.
type Options struct {
	// DuckDB opens lakes, in child processes or in this one. It may be the driver of the embedded engine.
	DuckDB Opener
	// Extensions is a folder with the files of DuckDB's extensions. Empty lets DuckDB download them to DownloadFolder.
	Extensions     string
	DownloadFolder string
	// Logger receives why a catalog could not be reached, which users do not learn; nil logs nothing.
	Logger *slog.Logger
}

// Driver is the driver for lakes.
type Driver struct {
	duckdb     Opener
	postgres   *postgres.Driver
	extensions string
	installs   bool
	salt       string   // of the names of temporary folders
	swept      sync.Map // folders without what killed processes left
}

// New returns the driver.
func New(o Options) *Driver {
	d := &Driver{duckdb: o.DuckDB, postgres: postgres.New(postgres.Options{Logger: o.Logger}), extensions: o.Extensions, salt: rand.Text()}
	if d.extensions == "" {
		d.extensions, d.installs = o.DownloadFolder, true
	}
	if absolute, err := filepath.Abs(d.extensions); err == nil {
		d.extensions = absolute
	}
	return d
}

// Check checks the settings, and the folder that the data path leads to.
func (d *Driver) Check(c engine.Connection) error {
	_, err := d.read(c)
	return err
}

// Test connects to the catalog, loads the extensions, and writes a file to the data path or lists an object store. It does
// not create the lake.
func (d *Driver) Test(ctx context.Context, c engine.Connection) (engine.Info, error) {
	settings, err := d.read(c)
	if err != nil {
		return engine.Info{}, err
	}
	catalog, err := d.postgres.Test(ctx, settings.catalog)
	if err != nil {
		return engine.Info{}, err
	}
	if err := checkEndpoint(ctx, c, settings.target.Lake); err != nil {
		return engine.Info{}, err
	}
	if err := d.testFolder(ctx, settings); err != nil {
		return engine.Info{}, err
	}
	info, err := d.duckdb.TestTarget(ctx, settings.target)
	if err != nil {
		return engine.Info{}, err
	}
	info.Version += ", catalog in PostgreSQL " + catalog.Version
	return info, nil
}

// testFolder rejects a folder that is not that of the lake in the catalog, if there is one.
func (d *Driver) testFolder(ctx context.Context, settings lakeSettings) (err error) {
	database, err := d.postgres.Open(ctx, settings.catalog)
	if err != nil {
		return err
	}
	control := newControl(database, settings.target.Lake.Catalog.Schema)
	defer func() { err = errors.Join(err, control.close()) }()
	return control.within(ctx, func(session engine.Session) error {
		return control.findMarker(ctx, session, settings.target.Lake, settings.dataPath)
	})
}

// Open opens a lake, and creates it if the catalog has none.
func (d *Driver) Open(ctx context.Context, c engine.Connection) (engine.Engine, error) {
	settings, err := d.read(c)
	if err != nil {
		return nil, err
	}
	if err := checkEndpoint(ctx, c, settings.target.Lake); err != nil {
		return nil, err
	}
	d.removeAbandoned(c)
	var dialed lastAddress
	dialed.watch(&settings.catalog)
	database, err := d.postgres.Open(ctx, settings.catalog)
	if err != nil {
		return nil, err
	}
	e := &lakeEngine{control: newControl(database, settings.target.Lake.Catalog.Schema)}
	err = e.control.exclusively(ctx, func(session engine.Session) error {
		settings.target.Lake.Catalog.Address = dialed.get()
		if err := e.control.findMarker(ctx, session, settings.target.Lake, settings.dataPath); err != nil {
			return err
		}
		if e.Engine, err = d.duckdb.OpenTarget(ctx, settings.target); err != nil {
			return err
		}
		if err := e.control.install(ctx, session); err != nil {
			return err
		}
		return e.control.markFolder(ctx, session, settings.target.Lake)
	})
	if err != nil {
		return nil, e.abandon(err)
	}
	return e, nil
}

// removeAbandoned removes the temporary data of servers and workers that were killed, when this process opens the first lake of a folder.
func (d *Driver) removeAbandoned(c engine.Connection) {
	folder := workFolder(c)
	if _, isSwept := d.swept.LoadOrStore(folder, true); !isSwept {
		duckdb.RemoveAbandoned(folder)
	}
}

// lastAddress is the address at which the catalog was reached, if addresses are checked. The child process connects to the
// same one, because a name can resolve to another address later.
type lastAddress struct {
	mu      sync.Mutex
	address string
}

// watch makes a connection report the addresses that its check allows.
func (l *lastAddress) watch(c *engine.Connection) {
	check := c.CheckDial
	if check == nil {
		return
	}
	c.CheckDial = func(ctx context.Context, address netip.AddrPort, database string) error {
		if err := check(ctx, address, database); err != nil {
			return err
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.address = address.Addr().String()
		return nil
	}
}

func (l *lastAddress) get() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.address
}
