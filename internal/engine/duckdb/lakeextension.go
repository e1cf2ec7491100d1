package duckdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"os"
	"path/filepath"

	duckdb "github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"

	"github.com/millrace/millrace/internal/fault"
)

// lakeExtensions returns the extensions that a lake needs.
func (l *Lake) lakeExtensions() []string {
	names := []string{"postgres_scanner", "ducklake"}
	if l.IsRemote() {
		names = append(names, "httpfs")
	}
	return names
}

// loadExtensions loads the extensions from their folder. DuckDB checks their signatures, unless it was told not to.
func (l *Lake) loadExtensions(ctx context.Context, s *session) error {
	if l.InstallsExtensions {
		if err := s.do(ctx, "SET GLOBAL extension_directory = "+literal(l.Extensions)); err != nil {
			return err
		}
	}
	platform, err := s.platform(ctx)
	if err != nil {
		return err
	}
	for _, name := range l.lakeExtensions() {
		if err := l.loadExtension(ctx, s, name, platform); err != nil {
			return err
		}
	}
	return nil
}

func (l *Lake) loadExtension(ctx context.Context, s *session, name, platform string) error {
	path := l.findExtension(name, platform)
	if path == "" && !l.InstallsExtensions {
		return fault.New(fault.Unavailable, "the DuckDB extension %s is not in the folder that the setting duckdb_extensions names", name).
			WithHint("Put %s.duckdb_extension for DuckDB %s on %s there, or remove the setting: then DuckDB downloads it.",
				name, mapping.LibraryVersion(), platform)
	}
	install := "INSTALL "
	if path != "" {
		err := s.do(ctx, "LOAD "+literal(path))
		if err == nil || !l.InstallsExtensions {
			return extensionFault(err, name)
		}
		install = "FORCE INSTALL " // the file is of no use: it is damaged, or of another version
	}
	if err := s.do(ctx, install+name); err != nil {
		return fault.Wrap(err, fault.Unavailable, "the DuckDB extension %s cannot be downloaded", name).
			WithHint("Allow the server to reach extensions.duckdb.org, or put the extension into a folder and name that folder " +
				"in the setting duckdb_extensions.")
	}
	return extensionFault(s.do(ctx, "LOAD "+name), name)
}

func extensionFault(err error, name string) error {
	if err == nil {
		return nil
	}
	return fault.Wrap(err, fault.Unavailable, "the DuckDB extension %s cannot be loaded", name).
		WithHint("Use the extension that was built for DuckDB %s and this processor.", mapping.LibraryVersion())
}

// extensionFiles returns the files of the extensions; none if DuckDB has yet to download one.
func (l *Lake) extensionFiles(platform string) []string {
	var files []string
	for _, name := range l.lakeExtensions() {
		file := l.findExtension(name, platform)
		if file == "" {
			return nil
		}
		files = append(files, file)
	}
	return files
}

// findExtension returns the file of an extension: directly in the folder, or where this DuckDB itself would put it. The files of
// other versions and platforms stay in the same folder after an update, and cannot be loaded.
func (l *Lake) findExtension(name, platform string) string {
	file := name + ".duckdb_extension"
	for _, path := range []string{
		filepath.Join(l.Extensions, mapping.LibraryVersion(), platform, file), filepath.Join(l.Extensions, file),
	} {
		if found, err := os.Stat(path); err == nil && found.Mode().IsRegular() {
			return path
		}
	}
	return ""
}

// platform returns DuckDB's name of the system and processor, such as linux_amd64.
func (s *session) platform(ctx context.Context) (name string, err error) {
	err = s.each(ctx, "PRAGMA platform", func(row []driver.Value) { name, _ = row[0].(string) })
	return name, err
}

// platform returns DuckDB's name of the system and processor. Only a running DuckDB knows it, and one of the lake must know before it
// runs whether its extensions are verified.
func (p *lakePool) platform(ctx context.Context) (name string, err error) {
	if known := p.knownPlatform.Load(); known != nil {
		return *known, nil
	}
	connector, err := duckdb.NewConnector(Target{Threads: 1}.source(), nil)
	if err != nil {
		return "", err
	}
	db := sql.OpenDB(connector)
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.QueryRowContext(ctx, "PRAGMA platform").Scan(&name); err != nil {
		return "", err
	}
	p.knownPlatform.Store(&name)
	return name, nil
}
