package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/diskspace"
	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/fault"
)

// DB is an open database. Its nouns are types made from it: Users, Environments and so on.
type DB struct {
	dialect dialect
	// In SQLite one connection writes and several read; in PostgreSQL both are the same pool.
	writer, reader *sql.DB
	// group joins the write transactions of SQLite; nil with PostgreSQL, which joins commits itself.
	group *writeGroup
	// revision counts the committed writes of this process; see Revision.
	revision atomic.Uint64
	// states caches the deployed states of environments.
	states stateCache
	// unblocking limits how often workers look for runs that wait for no reason.
	unblocking interval
	// now is the clock for what only the database layer dates: the end of sessions, the age of failures.
	now func() time.Time
	// sessionIdle is how long after its last use a session ends; 0 for never.
	sessionIdle time.Duration
	// server is where PostgreSQL runs; the zero value in SQLite.
	server egress.StateServer
	// audit is the key of the audit log.
	audit audit.Key
	// condition says whether the disk is full or the file damaged.
	condition *condition
}

// Options say which database to open.
type Options struct {
	Folder string // of the SQLite file, when there is no URL
	URL    string // of a PostgreSQL database
	Now    func() time.Time
	// Trace is called with every statement, for tests that count them; nil in a server.
	Trace func(statement string)
	// Reserve is given up when the disk of the SQLite file is full; nil if there is none.
	Reserve *diskspace.Reserve
	// SessionIdle is how long after its last use a session ends; 0 for never.
	SessionIdle time.Duration
	// AuditKey is the key of the audit log, derived from the server's key. Only tests leave it out.
	AuditKey audit.Key
}

const (
	sqliteFile     = "millrace.db"
	postgresPool   = 16
	connectTimeout = 10 * time.Second
)

// Open opens the database and brings its schema up to date.
func Open(ctx context.Context, options Options) (*DB, error) {
	db, err := connect(options)
	if err != nil {
		return nil, err
	}
	if err := db.migrate(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// OpenReader opens a database that exists, for reading. It changes nothing, so that a server may use the database.
func OpenReader(ctx context.Context, options Options) (*DB, error) {
	return openUnchanged(ctx, options, (*DB).checkSchema)
}

// OpenCurrent opens a PostgreSQL database whose schema another process keeps up to date. It changes nothing in the database, and refuses one
// with another schema than that of this version.
func OpenCurrent(ctx context.Context, options Options) (*DB, error) {
	return openUnchanged(ctx, options, (*DB).checkCurrent)
}

// openUnchanged opens a database that passes a check.
func openUnchanged(ctx context.Context, options Options, check func(*DB, context.Context) error) (*DB, error) {
	db, err := connect(options)
	if err != nil {
		return nil, err
	}
	if err := check(db, ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func connect(options Options) (*DB, error) {
	db := &DB{now: options.Now, sessionIdle: options.SessionIdle, audit: options.AuditKey, unblocking: interval{length: unblockInterval}}
	if db.now == nil {
		db.now = time.Now
	}
	db.condition = &condition{now: db.now}
	if options.URL != "" {
		return db, db.connectPostgres(options)
	}
	db.condition.file, db.condition.reserve = filepath.Join(options.Folder, sqliteFile), options.Reserve
	db.condition.start()
	return db, db.connectSQLite(db.condition.file, options.Trace)
}

// Exists reports whether there is a SQLite database in the folder.
func Exists(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, sqliteFile))
	return err == nil
}

func (db *DB) connectSQLite(path string, trace func(string)) error {
	db.dialect = sqliteDialect
	// The file is created here because SQLite would create it readable for every user; its companion files get the same
	// mode.
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "the database %s cannot be opened", path).WithHint("Check who may write to it.")
	}
	if err := file.Close(); err != nil {
		return err
	}
	db.writer = sql.OpenDB(&sqliteConnector{dsn: sqliteDSN(path, "immediate", nil), explain: db.condition.explain, trace: trace})
	db.writer.SetMaxOpenConns(1)
	db.group = newWriteGroup(db)
	db.reader = sql.OpenDB(&sqliteConnector{
		dsn: sqliteDSN(path, "deferred", url.Values{"_query_only": {"1"}}), explain: db.condition.explain, trace: trace,
	})
	readers := max(4, runtime.GOMAXPROCS(0))
	db.reader.SetMaxOpenConns(readers)
	db.reader.SetMaxIdleConns(readers)
	return nil
}

// maxStatements is how many prepared statements each connection to SQLite keeps: to prepare a statement takes longer than
// to run it.
const maxStatements = "100"

// sqliteDSN names the file and how its connections behave. With synchronous FULL an acknowledged write survives a loss of
// power, not only a kill.
func sqliteDSN(path, lock string, more url.Values) string {
	query := url.Values{
		"_journal_mode": {"WAL"}, "_synchronous": {"FULL"}, "_foreign_keys": {"1"}, "_busy_timeout": {"10000"}, "_txlock": {lock},
		"_stmt_cache_size": {maxStatements},
	}
	maps.Copy(query, more)
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: query.Encode()}).String()
}

func (db *DB) connectPostgres(options Options) error {
	db.dialect = postgresDialect
	config, err := pgx.ParseConfig(options.URL)
	if err != nil {
		// The driver's error repeats the address, which may hold a password.
		return fault.New(fault.Invalid, "the database URL cannot be used").
			WithHint("Write it like postgres://user:password@host:5432/database.")
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	if options.Trace != nil {
		config.Tracer = postgresTracer(options.Trace)
	}
	db.server = stateServer(config)
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(postgresPool)
	pool.SetMaxIdleConns(postgresPool)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	db.writer, db.reader = pool, pool
	return nil
}

// postgresTracer passes the statements of connections on.
type postgresTracer func(statement string)

// TraceQueryStart is called before a statement.
func (t postgresTracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	t(data.SQL)
	return ctx
}

// TraceQueryEnd is called after a statement.
func (t postgresTracer) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// Server returns the server and the name of the database, which connections of users must not reach. It is the zero value
// in SQLite.
func (db *DB) Server() egress.StateServer { return db.server }

func stateServer(config *pgx.ConnConfig) egress.StateServer {
	server := egress.StateServer{Database: config.Database}
	hosts := []*pgconn.FallbackConfig{{Host: config.Host, Port: config.Port}}
	for _, host := range append(hosts, config.Fallbacks...) {
		endpoint := egress.Endpoint{Host: host.Host, Port: host.Port}
		if strings.ContainsAny(host.Host, "/@") { // a socket in the file system: the server runs on this machine
			endpoint.Host = ""
		}
		if !slices.Contains(server.Endpoints, endpoint) { // there is one for each way to encrypt
			server.Endpoints = append(server.Endpoints, endpoint)
		}
	}
	return server
}

// Close closes the database.
func (db *DB) Close() error {
	if db.reader == db.writer {
		return db.writer.Close()
	}
	db.group.leaving.Wait()
	return errors.Join(db.reader.Close(), db.writer.Close())
}

// Ping reports whether the database answers, its file is undamaged and its disk has space.
func (db *DB) Ping(ctx context.Context) error {
	if err := cmp.Or(db.condition.damage(), db.condition.space()); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	var one int
	if err := db.reader.QueryRowContext(ctx, "SELECT 1").Scan(&one); err != nil {
		if _, known := errors.AsType[*fault.Error](err); known {
			return err
		}
		return fault.Wrap(err, fault.Unavailable, "the database is unavailable").WithHint("Check that it runs, and try again.")
	}
	return nil
}

// Revision is a number that every committed write moves before it is acknowledged. What was read at one value stays
// true until it moves. There is one only in SQLite, where this process is the only writer; with PostgreSQL other
// servers write too.
func (db *DB) Revision() (uint64, bool) {
	return db.revision.Load(), db.dialect.name == sqliteDialect.name
}
