package duckdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// Lake is a DuckLake: tables as Parquet files below a data path, and their catalog in a PostgreSQL database. A DuckDB with
// a lake has no other database. Several processes use one lake at the same time.
type Lake struct {
	Catalog LakeCatalog
	// DataPath is a folder, or a prefix such as s3://bucket/lake. It ends with a slash.
	DataPath string
	// Marker is a file in the folder of the data path that must exist; empty if the folder may be created.
	Marker string
	Store  ObjectStore // where the files are, if the data path is not a folder
	// Extensions is a folder with the files of DuckDB's extensions. If InstallsExtensions is true, DuckDB downloads them
	// to it when they are missing.
	Extensions         string
	InstallsExtensions bool
	// Sessions is how many sessions of one process are open at the same time; further ones wait.
	Sessions int

	isVerified bool // the signatures of the extensions were checked in this process
}

// LakeCatalog is the PostgreSQL database of a lake's catalog.
type LakeCatalog struct {
	Host     string
	Address  string // the address of the host that was checked; empty lets the client resolve the name
	Port     int
	Database string
	User     string
	Password string
	SSLMode  string
	Schema   string // of the catalog's tables
}

// ObjectStore is an object store that speaks the protocol of Amazon S3.
type ObjectStore struct {
	KeyID, Secret, Region, Endpoint, URLStyle string
	WithoutTLS                                bool
}

// IsRemote reports whether the files of the lake are in an object store.
func (l *Lake) IsRemote() bool { return strings.HasPrefix(l.DataPath, "s3://") }

// The secrets of an instance. SQL sees their names, and not their values.
const (
	catalogSecret = "millrace_catalog"
	storeSecret   = "millrace_store"
)

// metadataPrefix begins the name under which DuckLake attaches the catalog itself. SQL must not name it.
const metadataPrefix = "__ducklake_metadata_"

// lakeDatabase is the name of the lake in SQL.
func lakeDatabase() string { return enginekind.DefaultDatabase(enginekind.DuckLake) }

// attachLake attaches the lake, and creates it if the catalog is empty. It runs before the settings are locked.
func (i *instance) attachLake(ctx context.Context, s *session, l *Lake) error {
	if err := l.prepareFolder(); err != nil {
		return err
	}
	if err := l.loadExtensions(ctx, s); err != nil {
		return err
	}
	statements := []string{l.Catalog.secret()}
	if l.IsRemote() {
		statements = append(statements, l.Store.secret(l.DataPath))
	}
	statements = append(statements, lakeRetries()...)
	for _, statement := range append(statements, l.attach("")) {
		if err := s.do(ctx, statement); err != nil {
			return lakeFault(err)
		}
	}
	i.isLake, i.dataPath = true, l.DataPath
	return nil
}

// prepareFolder creates the folder of the lake's files if it has no marker. A folder that lost its marker is no longer mounted.
func (l *Lake) prepareFolder() error {
	if l.IsRemote() {
		return nil
	}
	if l.Marker == "" {
		if err := os.MkdirAll(l.DataPath, 0o700); err != nil {
			return fault.Wrap(err, fault.Unavailable, "cannot create the folder of the lake's files").
				WithHint("Check that the server's user can write to the folder that the setting dataPath names.")
		}
		return nil
	}
	if _, err := os.Stat(filepath.Join(l.DataPath, l.Marker)); err != nil {
		return fault.Wrap(err, fault.Unavailable, "the folder of the lake's files has no file %s any more", l.Marker).
			WithHint("Check that the folder that the setting dataPath names is mounted on this machine.")
	}
	return nil
}

// lakeRetries set how DuckLake tries a commit again whose snapshot got a number that another process has used. Its own waits are
// made for few commits.
func lakeRetries() []string {
	return []string{
		"SET GLOBAL ducklake_max_retry_count = 60", "SET GLOBAL ducklake_retry_wait_ms = 10", "SET GLOBAL ducklake_retry_backoff = 1.1",
	}
}

// attach returns the statement that attaches the lake. Small inserts become files too: DuckLake compares deletions in files
// with each other, and deletions in its catalog with each other, but not the ones with the others.
func (l *Lake) attach(options string) string {
	c := l.Catalog
	address := "sslmode=" + c.SSLMode + " application_name=millrace connect_timeout=10"
	if c.SSLMode == "verify-ca" || c.SSLMode == "verify-full" {
		address += " sslrootcert=system"
	}
	if c.Address != "" {
		address += " hostaddr=" + c.Address
	}
	return fmt.Sprintf("ATTACH %s AS %s (DATA_PATH %s, METADATA_SCHEMA %s, META_SECRET %s, DATA_INLINING_ROW_LIMIT 0%s)",
		literal("ducklake:postgres:"+address), quoted(lakeDatabase()), literal(l.DataPath), literal(c.Schema), literal(catalogSecret), options)
}

// secret returns the statement that keeps the sign-in out of the attached address, which SQL can read.
func (c LakeCatalog) secret() string {
	return fmt.Sprintf("CREATE OR REPLACE SECRET %s (TYPE postgres, HOST %s, PORT %d, DATABASE %s, USER %s, PASSWORD %s)",
		catalogSecret, literal(c.Host), c.Port, literal(c.Database), literal(c.User), literal(c.Password))
}

func (o ObjectStore) secret(scope string) string {
	options := []string{"TYPE s3", "SCOPE " + literal(scope)}
	for _, option := range [][2]string{
		{"KEY_ID", o.KeyID}, {"SECRET", o.Secret}, {"REGION", o.Region}, {"ENDPOINT", o.Endpoint}, {"URL_STYLE", o.URLStyle},
	} {
		if option[1] != "" {
			options = append(options, option[0]+" "+literal(option[1]))
		}
	}
	if o.WithoutTLS {
		options = append(options, "USE_SSL false")
	}
	return "CREATE OR REPLACE SECRET " + storeSecret + " (" + strings.Join(options, ", ") + ")"
}

// lakeFault explains why a lake cannot be attached.
func lakeFault(err error) error {
	if _, isFault := errors.AsType[*fault.Error](err); isFault || err == nil {
		return err
	}
	reported, ok := errors.AsType[*duckdb.Error](err)
	if !ok {
		return err
	}
	return fault.New(fault.Unavailable, "cannot open the lake: %s", withoutStatement(reported.Msg)).
		WithHint("Check the settings of the catalog and the dataPath.")
}

// signature is what a transaction writes into the catalog with its snapshot. A trigger there rejects the commit if the
// work was taken over, or if the node is published already.
type signature struct {
	Work   string  `json:"work"`
	Epoch  int64   `json:"epoch"`
	Node   *string `json:"node,omitempty"`
	Result string  `json:"result,omitempty"`
}

// Signature returns the text of a signature, as the trigger reads it.
func Signature(label engine.Label, publication *Publication) string {
	signed := signature{Work: label.WorkID, Epoch: label.Epoch}
	if publication != nil {
		signed.Node, signed.Result = &publication.Key, publication.Result
	}
	text, err := json.Marshal(map[string]signature{"millrace": signed})
	if err != nil {
		return "" // texts and numbers can always be encoded
	}
	return string(text)
}

// Publication is what a session of a lake records with its transaction.
type Publication struct{ Key, Result string }

// RecordPublication adds a publication to the transaction of the session.
func (s *session) RecordPublication(ctx context.Context, key, result string) error {
	_, leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if !s.instance.isLake || !s.inTransaction {
		return fault.New(fault.Internal, "a publication needs a transaction in a lake")
	}
	s.publication = &Publication{Key: key, Result: result}
	return nil
}

// sign writes the signature of the transaction. A session without a label belongs to nobody that could be replaced.
func (s *session) sign(ctx context.Context) error {
	if !s.instance.isLake || s.label == nil {
		return nil
	}
	return s.do(ctx, fmt.Sprintf("CALL %s.set_commit_message('millrace', '', extra_info => %s)",
		quoted(lakeDatabase()), literal(Signature(*s.label, s.publication))))
}
