package duckdb

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// testLake loads the extensions and checks that the files of the lake can be written, or listed in an object store. It does
// not attach the lake, which would create one in an empty catalog.
func testLake(ctx context.Context, target Target) (info engine.Info, err error) {
	connector, err := duckdb.NewConnector(Target{Threads: 1}.source(), nil)
	if err != nil {
		return engine.Info{}, err
	}
	db := sql.OpenDB(connector)
	defer func() { err = errors.Join(err, db.Close()) }()
	opened, err := connector.Connect(ctx)
	if err != nil {
		return engine.Info{}, err
	}
	defer opened.Close()                        //nolint:errcheck // fails only if it was closed before
	s := newSession(ctx, opened.(*duckdb.Conn)) //nolint:forcetypeassert // the driver has no other
	s.instance = &instance{}
	if err := target.Lake.loadExtensions(ctx, s); err != nil {
		return engine.Info{}, err
	}
	if err := target.Lake.probe(ctx, db); err != nil {
		return engine.Info{}, err
	}
	err = db.QueryRowContext(ctx, `SELECT ltrim(version(), 'v') || ' with DuckLake ' || extension_version FROM duckdb_extensions()
WHERE extension_name = 'ducklake'`).Scan(&info.Version)
	return info, err
}

// probe checks the data path of a lake.
func (l *Lake) probe(ctx context.Context, db *sql.DB) error {
	hint := "Check the setting dataPath and that the server may use it."
	if l.IsRemote() {
		var found int
		_, err := db.ExecContext(ctx, l.Store.secret(l.DataPath))
		if err == nil {
			err = db.QueryRowContext(ctx, "SELECT count(*) FROM glob("+literal(l.DataPath+"*")+")").Scan(&found)
		}
		if err != nil {
			return fault.New(fault.Unavailable, "cannot list the files of the lake: %s", firstParagraph(lastError(err))).WithHint("%s", hint)
		}
		return nil
	}
	if err := l.prepareFolder(); err != nil {
		return err
	}
	file := fmt.Sprintf("%s.millrace-probe-%s.parquet", l.DataPath, rand.Text())
	defer func() { _ = remove(file) }()
	if _, err := db.ExecContext(ctx, fmt.Sprintf("COPY (SELECT 42 AS n) TO %s", literal(file))); err != nil {
		return fault.Wrap(err, fault.Unavailable, "cannot write to the folder of the lake's files").WithHint("%s", hint)
	}
	return nil
}

// lastError returns the message of DuckDB, or of the error itself.
func lastError(err error) string {
	if reported := asDuckDB(err); reported != nil {
		return reported.Msg
	}
	return strings.TrimSpace(err.Error())
}
