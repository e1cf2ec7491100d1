package app

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/installation"
	"github.com/millrace/millrace/internal/overview"
)

// newInstallation returns the service for operators.
func (a *App) newInstallation() *installation.Service {
	return &installation.Service{Store: a.state.db.Installation(), Users: a.state.users, Files: a.newFiles(), Meter: a.newMeter(), Now: time.Now}
}

// newMeter returns the part that measures what organizations store.
func (a *App) newMeter() *installation.Meter {
	return &installation.Meter{Store: a.state.db.StorageMeter(), Files: a.newFiles(), Folder: a.dataFolderID, Logger: a.logger}
}

func (a *App) newFiles() organizationFiles {
	return organizationFiles{folder: a.state.folder.path, pause: a.services.embedded.Pause}
}

// organizationFiles are the files of embedded DuckDB in the data folder, a folder for each organization.
type organizationFiles struct {
	folder string
	pause  func(ctx context.Context, folder string) (resume func(), err error)
}

func (f organizationFiles) of(organization ids.Organization) string {
	pauser := dataPauser{folder: f.folder}
	return filepath.Join(pauser.dataFolder(), string(organization))
}

// Size returns the bytes of the files of an organization. Files that vanish meanwhile count as nothing.
func (f organizationFiles) Size(ctx context.Context, organization ids.Organization) (bytes int64, err error) {
	err = filepath.WalkDir(f.of(organization), func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && entry.Type().IsRegular() {
			var info fs.FileInfo
			if info, err = entry.Info(); err == nil {
				bytes += info.Size()
			}
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	return bytes, err
}

// removePatience is how long a removal waits for the statements on the files.
const removePatience = 20 * time.Second

// Remove removes the files of an organization that is deleted.
func (f organizationFiles) Remove(ctx context.Context, organization ids.Organization) error {
	if err := f.remove(ctx, organization); err != nil {
		return fault.Wrap(err, fault.Unavailable, "the organization is deleted, but its files are not").
			WithHint("Remove the folder %s/%s in the data folder of the server.", dataName, organization)
	}
	return nil
}

func (f organizationFiles) remove(ctx context.Context, organization ids.Organization) error {
	waiting, cancel := context.WithTimeout(ctx, removePatience)
	defer cancel()
	folder := f.of(organization)
	resume, err := f.pause(waiting, folder)
	if err != nil {
		return err
	}
	defer resume()
	return os.RemoveAll(folder)
}

// newServers returns the service for the state of the server.
func (a *App) newServers() *overview.Servers {
	return &overview.Servers{
		Store: a.state.db.ServerStates(), Folder: a.state.folder.path, Worker: a.worker, StartedAt: time.Now(), Engines: engineLibraries(),
		Retention: func(ctx context.Context, id ids.Organization) (overview.Retention, error) {
			organization, err := a.state.db.Organizations().Find(ctx, id)
			rules := a.settings.RetentionOf(string(id), organization.Name)
			return overview.Retention{
				Runs: rules.Runs.String(), Results: rules.Results.String(), Deployments: rules.Deployments.String(),
				Plans: config.FormatDays(a.settings.PlanRetention), AuditLog: config.FormatDays(a.settings.AuditRetention),
			}, err
		},
	}
}

// engineLibraries returns the engines with the versions of their libraries, as the build records them.
func engineLibraries() []overview.Engine {
	versions := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			versions[module.Path] = module.Version
		}
	}
	const duckdb, pgx, gosnowflake = "github.com/duckdb/duckdb-go/v2", "github.com/jackc/pgx/v5", "github.com/snowflakedb/gosnowflake/v2"
	engines := []overview.Engine{
		{Kind: enginekind.DuckDB, Library: duckdb},
		{Kind: enginekind.DuckLake, Library: duckdb},
		{Kind: enginekind.Postgres, Library: pgx},
		{Kind: enginekind.Trino, Library: "millrace"},
		{Kind: enginekind.Snowflake, Library: gosnowflake},
	}
	for i := range engines {
		engines[i].Version = cmp.Or(versions[engines[i].Library], "built in")
	}
	return engines
}
