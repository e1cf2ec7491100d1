package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/fault"
)

// loader loads the rows of a backup in one transaction.
type loader struct {
	dialect    dialect
	connection *sql.Conn
	tx         *sql.Tx
}

// load loads a state into the tables of its schema, which must be empty. It calls publish before the commit.
func (db *DB) load(ctx context.Context, state Restored, publish func() error) (err error) {
	connection, err := db.writer.Conn(ctx)
	if err != nil {
		return translate(err)
	}
	defer func() { err = errors.Join(err, connection.Close()) }()
	tx, err := connection.BeginTx(ctx, nil)
	if err != nil {
		return translate(err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	l := &loader{dialect: db.dialect, connection: connection, tx: tx}
	if err := l.run(ctx, state); err != nil {
		return translate(err)
	}
	if err := publish(); err != nil {
		return err
	}
	return translate(tx.Commit())
}

func (l *loader) run(ctx context.Context, state Restored) error {
	if err := l.lock(ctx, state.Header.Tables); err != nil {
		return err
	}
	if err := l.checkEmpty(ctx, state.Header.Tables); err != nil {
		return err
	}
	enable, err := l.disableTriggers(ctx)
	if err != nil {
		return err
	}
	err = state.Visit(ctx, func(table backup.Table, rows *backup.Rows) error {
		return loadFault(table, l.copy(ctx, table, rows))
	})
	if err != nil {
		return err
	}
	if err := l.verify(ctx, state); err != nil {
		return err
	}
	if err := l.endProcesses(ctx, state.Header); err != nil {
		return err
	}
	return enable()
}

// lock keeps servers that start meanwhile out of the tables.
func (l *loader) lock(ctx context.Context, tables []backup.Table) error {
	if l.dialect.name == sqliteDialect.name {
		return nil
	}
	names := make([]string, len(tables))
	for i, table := range tables {
		names[i] = table.Name
	}
	_, err := l.tx.ExecContext(ctx, `LOCK TABLE `+strings.Join(names, ", ")+` IN ACCESS EXCLUSIVE MODE`)
	return err
}

func (l *loader) checkEmpty(ctx context.Context, tables []backup.Table) error {
	for _, table := range tables {
		var hasRows bool
		if err := l.tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM `+table.Name+`)`).Scan(&hasRows); err != nil {
			return err
		}
		if hasRows {
			return fault.New(fault.Conflict, "the database is not empty: table %s has rows", table.Name).
				WithHint("A restore overwrites nothing. Create a new database and pass its URL with --database.")
		}
	}
	return nil
}

// disableTriggers keeps triggers from seeing what the transaction does, and returns a function that enables them again.
func (l *loader) disableTriggers(ctx context.Context) (enable func() error, err error) {
	if l.dialect.name == sqliteDialect.name {
		return l.dropTriggers(ctx)
	}
	tables, err := queryAll(ctx, l.tx, scanText, `SELECT DISTINCT c.relname::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
		WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`)
	if err != nil {
		return nil, err
	}
	set := func(state string) error {
		for _, table := range tables {
			if _, err := l.tx.ExecContext(ctx, `ALTER TABLE `+pgx.Identifier{table}.Sanitize()+` `+state+` TRIGGER USER`); err != nil {
				return err
			}
		}
		return nil
	}
	return func() error { return set("ENABLE") }, set("DISABLE")
}

// dropTriggers drops the triggers of SQLite, which cannot disable them, and returns a function that creates them again.
func (l *loader) dropTriggers(ctx context.Context) (create func() error, err error) {
	type trigger struct{ name, statement string }
	triggers, err := queryAll(ctx, l.tx, func(scan scanner) (t trigger, err error) { return t, scan(&t.name, &t.statement) },
		`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`)
	if err != nil {
		return nil, err
	}
	for _, t := range triggers {
		if _, err := l.tx.ExecContext(ctx, `DROP TRIGGER `+t.name); err != nil {
			return nil, err
		}
	}
	return func() error {
		for _, t := range triggers {
			if _, err := l.tx.ExecContext(ctx, t.statement); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// copy loads the rows of a table.
func (l *loader) copy(ctx context.Context, table backup.Table, rows *backup.Rows) error {
	if l.dialect.name == sqliteDialect.name {
		return l.insert(ctx, table, rows)
	}
	columns := make([]string, len(table.Columns))
	for i, column := range table.Columns {
		columns[i] = column.Name
	}
	err := l.connection.Raw(func(driver any) error {
		connection, ok := driver.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("the PostgreSQL driver has an unknown type of connection: %T", driver)
		}
		_, err := connection.Conn().CopyFrom(ctx, pgx.Identifier{table.Name}, columns, rows)
		return err
	})
	return cmp.Or(rows.Err(), err) // PostgreSQL repeats an error of the rows in its own words
}

func (l *loader) insert(ctx context.Context, table backup.Table, rows *backup.Rows) error {
	columns, marks := columnList(table), placeholders(1, len(table.Columns))
	statement, err := l.tx.PrepareContext(ctx,
		`INSERT INTO `+table.Name+` (`+columns+`) VALUES (`+marks+`)`) //nolint:gosec // the names come from migrations
	if err != nil {
		return err
	}
	defer func() { _ = statement.Close() }() // the results of its executions matter
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return err
		}
		if _, err := statement.ExecContext(ctx, values...); err != nil {
			return err
		}
	}
	return rows.Err()
}

// loadFault says which table cannot be loaded.
func loadFault(table backup.Table, err error) error {
	switch {
	case err == nil:
		return nil
	case isUnstorable(err):
		return fault.Wrap(err, fault.Invalid, "table %s contains a text with NUL or bytes that are not UTF-8, which PostgreSQL cannot store", table.Name).
			WithHint("Restore the backup to SQLite: leave --database out.")
	case isDuplicate(err), isDangling(err):
		return fault.Wrap(err, fault.Invalid, "the rows of table %s contradict each other", table.Name).WithHint("The file was changed. Use another backup.")
	}
	return err
}

// verify reads the loaded rows and compares them with the manifest.
func (l *loader) verify(ctx context.Context, state Restored) error {
	for i, table := range state.Header.Tables {
		found := backup.Counter{Table: table}
		if err := readRows(ctx, l.tx, table, found.Add, ""); err != nil {
			return err
		}
		if want := state.Manifest.Tables[i]; found.Rows != want.Rows || found.RowSum != want.RowSum {
			return fault.New(fault.Internal, "table %s has %d rows after the restore that differ from the %d rows of the backup", table.Name, found.Rows, want.Rows).
				WithHint("Nothing was restored. Include this line when you ask for help.")
		}
	}
	if l.dialect.name != sqliteDialect.name {
		return nil // PostgreSQL checks references itself
	}
	broken, err := queryAll(ctx, l.tx, scanText, `SELECT "table" FROM pragma_foreign_key_check LIMIT 1`)
	if err == nil && len(broken) > 0 {
		return fault.New(fault.Invalid, "the rows of table %s refer to rows that the backup does not contain", broken[0]).
			WithHint("The file was changed. Use another backup.")
	}
	return err
}

// processState is what belongs to the processes that ran when the backup was made. Nobody renews their leases any more.
type processState struct {
	table     string
	columns   []string // that an older schema may not have
	statement string
}

func (d dialect) processStates() []processState {
	states := []processState{
		{"workers", nil, `DELETE FROM workers`},
		{"runs", []string{"owner", "lease_until"}, `UPDATE runs SET owner = '', lease_until = ` + d.justExpired() + ` WHERE status = 'running'`},
		{"webhooks", nil, `UPDATE webhooks SET owner = '', lease_until = 0 WHERE owner <> ''`},
		{"schedule_firings", nil, `UPDATE schedule_firings SET owner = '', ready_at = 0 WHERE state = 'due' AND owner <> ''`},
	}
	if d.name != sqliteDialect.name {
		return states
	}
	// With SQLite the process that owns the folder has everything, and folders have no ids.
	for _, table := range []string{"connections", "runs", "plans"} {
		states = append(states, processState{table, []string{"home"}, `UPDATE ` + table + ` SET home = '' WHERE home <> ''`})
	}
	return states
}

// endProcesses releases what processes held when the backup was made, so that runs continue at once.
func (l *loader) endProcesses(ctx context.Context, header backup.Header) error {
	for _, state := range l.dialect.processStates() {
		at := slices.IndexFunc(header.Tables, func(table backup.Table) bool { return table.Name == state.table })
		if at < 0 || !hasColumns(header.Tables[at], state.columns) {
			continue
		}
		if _, err := l.tx.ExecContext(ctx, state.statement); err != nil {
			return err
		}
	}
	return nil
}

func hasColumns(table backup.Table, names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		return !slices.ContainsFunc(table.Columns, func(column backup.Column) bool { return column.Name == name })
	})
}
