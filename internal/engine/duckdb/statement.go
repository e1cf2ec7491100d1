package duckdb

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// typeMerge is the statement type of MERGE, for which the driver has no constant yet.
const typeMerge duckdb.StmtType = 30

// Exec runs one statement.
func (s *session) Exec(ctx context.Context, statement string) (engine.Counts, error) {
	call, leave, err := s.enter(ctx)
	if err != nil {
		return engine.Counts{}, err
	}
	defer leave()
	s.note(statement)
	counts, err := s.exec(call, statement)
	if mayDropSchema(statement) {
		s.instance.files.schemas.forget()
	}
	if err != nil && s.instance.isDurable(err) {
		s.isUsed = true
		return counts, nil
	}
	s.hasFailed = s.hasFailed || err != nil
	return counts, s.callFault(ctx, err)
}

func (s *session) exec(ctx context.Context, statement string) (engine.Counts, error) {
	text, err := s.instance.checkAndRewrite(statement)
	if err != nil {
		return engine.Counts{}, err
	}
	run := s.run
	if s.instance.isLake && s.label != nil && !s.inTransaction && !sqltext.IsReadOnly(statement) {
		run = s.runSigned
	}
	counts, err := run(ctx, text)
	if err != nil && s.instance.isLake && s.inTransaction {
		err = s.requireInNewTable(ctx, text, err)
	}
	return counts, withOriginalLine(err, statement, text)
}

func (s *session) run(ctx context.Context, text string) (engine.Counts, error) {
	prepared, kind, err := s.prepare(ctx, text)
	if err != nil {
		return engine.Counts{}, err
	}
	defer prepared.Close() //nolint:errcheck // the driver never fails here
	if kind == duckdb.STATEMENT_TYPE_SELECT {
		_, err := prepared.ExecContext(ctx, nil)
		return engine.Counts{}, err
	}
	rows, err := prepared.QueryContext(ctx, nil)
	if err != nil {
		return engine.Counts{}, err
	}
	defer rows.Close() //nolint:errcheck // as above
	changed, err := countChanged(rows)
	return asCounts(kind, changed), err
}

// asCounts assigns the number of changed rows by the kind of the statement.
func asCounts(kind duckdb.StmtType, changed int64) engine.Counts {
	switch kind {
	case duckdb.STATEMENT_TYPE_INSERT, duckdb.STATEMENT_TYPE_CREATE:
		return engine.Counts{Inserted: changed}
	case duckdb.STATEMENT_TYPE_UPDATE, typeMerge:
		return engine.Counts{Updated: changed}
	case duckdb.STATEMENT_TYPE_DELETE:
		return engine.Counts{Deleted: changed}
	default:
		return engine.Counts{}
	}
}

// countChanged reads the number of changed rows: the single value of a result called Count, or the number of rows that
// the statement returns.
func countChanged(rows driver.Rows) (int64, error) {
	columns := rows.Columns()
	isCount := len(columns) == 1 && columns[0] == "Count"
	row := make([]driver.Value, len(columns))
	for counted := int64(0); ; counted++ {
		switch err := rows.Next(row); {
		case errors.Is(err, io.EOF):
			return counted, nil
		case err != nil:
			return 0, err
		}
		if count, isNumber := row[0].(int64); isCount && isNumber {
			return count, nil
		}
	}
}

// prepare lets DuckDB parse and plan one statement, if it is of an allowed kind.
func (s *session) prepare(ctx context.Context, text string) (*duckdb.Stmt, duckdb.StmtType, error) {
	made, err := s.connection.Prepare(text)
	isExpanded := err != nil && !isDuckDB(err)
	if isExpanded {
		s.isUsed = true
		made, err = s.prepareMultiple(ctx, text)
	}
	if err != nil {
		return nil, 0, err
	}
	prepared := made.(*duckdb.Stmt) //nolint:forcetypeassert // the driver has no other
	kind, err := prepared.StatementType()
	switch {
	case err != nil:
	case prepared.NumInput() > 0:
		err = fault.New(fault.Invalid, "the statement has parameters without values").
			WithHint("Write the values into the statement. Put a question mark or a dollar sign of a text between quotes.")
	case isExpanded && kind == duckdb.STATEMENT_TYPE_TRANSACTION: // DuckDB's own
	case s.instance.isLake && kind == duckdb.STATEMENT_TYPE_SET: // it could choose the catalog as the place of unqualified names
		err = checkKind(duckdb.STATEMENT_TYPE_ATTACH)
	default:
		err = checkKind(kind)
	}
	if err != nil {
		return nil, 0, errors.Join(err, prepared.Close())
	}
	return prepared, kind, nil
}
