package ducklake

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// The folder of a lake must be the same one on all machines. On a machine where it is not mounted, DuckDB would create an empty folder
// and write files that no other machine can read. So the catalog has an id of the lake, and the folder has an empty file with this id in
// its name.
const (
	lakeTable    = "millrace_lake" // one row: the id
	dataTable    = "ducklake_data_file"
	markerPrefix = ".millrace-lake-"
)

// findMarker finds the marker of a lake in a folder, and rejects a folder that is not the lake's. dataPath is the setting.
func (c *control) findMarker(ctx context.Context, session engine.Session, lake *duckdb.Lake, dataPath string) error {
	if lake.IsRemote() {
		return nil
	}
	id, err := c.lakeID(ctx, session)
	if err != nil {
		return err
	}
	if id != "" {
		lake.Marker = markerPrefix + id
		return checkMarker(lake, dataPath)
	}
	// A lake of an earlier version has no marker yet.
	hasData, err := c.hasRow(ctx, session, dataTable)
	if err == nil && hasData && !hasParquet(lake.DataPath) {
		err = foreignFolder(dataPath, "it has no Parquet files, and the catalog has").
			WithHint("Mount the folder with the lake's files there. A folder of a lake must be the same one on all servers and workers.")
	}
	return err
}

// markFolder marks the folder of a lake that has no marker. A user who may not create tables in the catalog leaves that to another one.
func (c *control) markFolder(ctx context.Context, session engine.Session, lake *duckdb.Lake) error {
	if lake.IsRemote() || lake.Marker != "" {
		return nil
	}
	rows, err := session.Query(ctx, "SELECT 1 WHERE has_schema_privilege("+c.literal(c.schema)+", 'CREATE')", 1)
	if err != nil || len(rows.Values) == 0 {
		return err
	}
	id := strings.ToLower(rand.Text()[:16])
	for _, statement := range []string{
		"CREATE TABLE " + c.table(lakeTable) + " (id text NOT NULL)",
		"GRANT SELECT ON " + c.table(lakeTable) + " TO PUBLIC", // every user of the catalog reads it
		"INSERT INTO " + c.table(lakeTable) + " VALUES (" + c.literal(id) + ")",
	} {
		if _, err := session.Exec(ctx, statement); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(lake.DataPath, markerPrefix+id), nil, 0o600); err != nil {
		return fault.Wrap(err, fault.Unavailable, "cannot write to the folder of the lake's files").
			WithHint("Check that the server's user can write to the folder that the setting dataPath names.")
	}
	return nil
}

// lakeID returns the id of the lake; empty if it has none.
func (c *control) lakeID(ctx context.Context, session engine.Session) (string, error) {
	hasID, err := c.hasRow(ctx, session, lakeTable)
	if err != nil || !hasID {
		return "", err
	}
	rows, err := session.Query(ctx, "SELECT id FROM "+c.table(lakeTable)+" ORDER BY id", 1)
	if err != nil || len(rows.Values) == 0 {
		return "", err
	}
	id, _ := rows.Values[0][0].(string)
	return id, nil
}

// hasRow reports whether a table of the catalog exists and has a row.
func (c *control) hasRow(ctx context.Context, session engine.Session, table string) (bool, error) {
	rows, err := session.Query(ctx, "SELECT 1 WHERE to_regclass("+c.literal(c.table(table))+") IS NOT NULL", 1)
	if err != nil || len(rows.Values) == 0 {
		return false, err
	}
	rows, err = session.Query(ctx, "SELECT 1 FROM "+c.table(table)+" LIMIT 1", 1)
	return len(rows.Values) == 1, err
}

// checkMarker checks that the folder has the marker of the lake.
func checkMarker(lake *duckdb.Lake, dataPath string) error {
	_, err := os.Stat(filepath.Join(lake.DataPath, lake.Marker))
	switch {
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return fault.Wrap(err, fault.Unavailable, "cannot read the folder of the lake's files").
			WithHint("Check that the server's user can use the folder that the setting dataPath names.")
	}
	return foreignFolder(dataPath, "it has no file "+lake.Marker).
		WithHint("Mount the folder with the lake's files there: all servers and workers must share it. "+
			"If it is the right folder and lacks only the file, create the file %s in it, empty.", lake.Marker)
}

// foreignFolder returns the fault of a folder without the files of the lake.
func foreignFolder(dataPath, reason string) *fault.Error {
	where := "the folder " + dataPath
	if !filepath.IsAbs(dataPath) {
		where += " (dataPath is relative to the data folder of each server and worker)"
	}
	return fault.New(fault.Unavailable, "%s on this machine is not that of the lake: %s", where, reason)
}

// hasParquet reports whether a folder or one below it contains a Parquet file.
func hasParquet(folder string) bool {
	found := errors.New("found")
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && filepath.Ext(path) == ".parquet" {
			return found
		}
		return nil // what cannot be read contains none
	})
	return errors.Is(err, found)
}
