package ducklake

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// ownFolder is the folder of lakes in the folder of a connection. Embedded databases do not see what begins with a dot.
const ownFolder = ".ducklake"

// lakeSettings are the settings of a connection.
type lakeSettings struct {
	target   duckdb.Target
	catalog  engine.Connection // the connection to the database of the catalog
	dataPath string            // as it was set
}

// catalogSettings lists the settings that are those of a PostgreSQL connection.
func catalogSettings() []string { return []string{"host", "port", "database", "user", "sslmode"} }

// read reads the settings of a connection.
func (d *Driver) read(c engine.Connection) (lakeSettings, error) {
	r := engine.NewReader(c)
	lake := &duckdb.Lake{
		Catalog: duckdb.LakeCatalog{
			Host: r.RequiredText("host"), Port: int(r.Port("port", 5432)), Database: r.RequiredText("database"), User: r.RequiredText("user"),
			SSLMode:  r.OneOf("sslmode", "prefer", "disable", "require", "verify-ca", "verify-full"),
			Password: r.Secret("password"), Schema: r.Text("catalogSchema", "public"),
		},
		DataPath: r.RequiredText("dataPath"),
		Store: duckdb.ObjectStore{
			KeyID: r.Secret("s3KeyID"), Secret: r.Secret("s3Secret"), Region: r.Text("s3Region", ""), Endpoint: r.Text("s3Endpoint", ""),
			URLStyle: r.OneOf("s3UrlStyle", "vhost", "path"), WithoutTLS: r.OneOf("s3Tls", "true", "false") == "false",
		},
		Extensions: d.extensions, InstallsExtensions: d.installs,
		Sessions: r.Number("maxSessions", engine.Bounds{Least: 1, Most: 64, Absent: 4}),
	}
	target := d.duckdb.Limits(r)
	if schema := lake.Catalog.Schema; schema == "" || strings.ContainsAny(schema, "\"'\\") {
		r.Wrong("catalogSchema", "is not the name of a schema")
	}
	if lake.IsRemote() {
		checkStore(r, lake)
	}
	if err := r.Err(); err != nil {
		return lakeSettings{}, err
	}
	target.Lake = lake
	settings := lakeSettings{target: target, catalog: catalogOf(c), dataPath: lake.DataPath}
	if err := d.postgres.Check(settings.catalog); err != nil {
		return lakeSettings{}, renamed(err)
	}
	if err := d.setFolders(&settings.target, c); err != nil {
		return lakeSettings{}, err
	}
	return settings, nil
}

// The bucket and the region become parts of the name of a host.
var (
	bucketPattern = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)
	regionPattern = regexp.MustCompile(`^[a-z0-9-]*$`)
)

// bucketOf returns the bucket of a lake in an object store.
func bucketOf(lake *duckdb.Lake) string {
	bucket, _, _ := strings.Cut(strings.TrimPrefix(lake.DataPath, "s3://"), "/")
	return bucket
}

// checkStore checks the settings of an object store.
func checkStore(r *engine.Reader, lake *duckdb.Lake) {
	address, err := url.Parse(lake.DataPath)
	if err != nil || address.Host == "" || address.RawQuery != "" || address.Fragment != "" {
		r.Wrong("dataPath", "is not an address such as s3://bucket/lake")
	}
	if !bucketPattern.MatchString(bucketOf(lake)) {
		r.Wrong("dataPath", "has a bucket whose name is not made of letters, digits, dots, hyphens and underscores")
	}
	if strings.ContainsAny(lake.Store.Endpoint, "/ ?#@") {
		r.Wrong("s3Endpoint", "is not a host name, with or without a port")
	}
	if !regionPattern.MatchString(lake.Store.Region) {
		r.Wrong("s3Region", "is not the name of a region such as eu-central-1")
	}
	if strings.Contains(lake.DataPath, "..") {
		r.Wrong("dataPath", "contains ..")
	}
}

// catalogOf returns the connection to the database of the catalog.
func catalogOf(c engine.Connection) engine.Connection {
	catalog := engine.Connection{Kind: enginekind.Postgres, Settings: map[string]any{"maxConnections": 6}, CheckDial: c.CheckDial}
	for _, name := range catalogSettings() {
		if value, ok := c.Settings[name]; ok && value != nil {
			catalog.Settings[name] = value
		}
	}
	if password, ok := c.Secret["password"]; ok {
		catalog.Secret = map[string]string{"password": password}
	}
	return catalog
}

// setFolders sets the data path, if it is a folder, and the folder for temporary data. A relative data path is below the
// folder of the connection.
func (d *Driver) setFolders(target *duckdb.Target, c engine.Connection) error {
	if c.Folder == "" {
		return fault.New(fault.Invalid, "a ducklake connection needs a folder for temporary data")
	}
	if lake := target.Lake; !lake.IsRemote() {
		at := c
		if !filepath.IsAbs(lake.DataPath) {
			at.Folder = filepath.Join(c.Folder, ownFolder)
		}
		folder, err := d.duckdb.AllowedFolder(lake.DataPath, at)
		if err != nil {
			return renamed(err)
		}
		lake.DataPath = folder
	}
	target.Lake.DataPath = strings.TrimRight(target.Lake.DataPath, "/") + "/"
	var err error
	target.Folder, err = d.duckdb.AllowedFolder(filepath.Join(workFolder(c), d.nameOf(c)), c)
	return err
}

// workFolder is the folder with the temporary data of all lakes of a connection's folder.
func workFolder(c engine.Connection) string { return filepath.Join(c.Folder, ownFolder, ".work") }

// nameOf returns a name for the connection by all that its child process knows, so that connections that differ have different
// child processes. It depends on the process, because the name must tell nothing about the secret.
func (d *Driver) nameOf(c engine.Connection) string {
	text, err := json.Marshal([]any{c.Settings, c.Secret})
	if err != nil {
		text = []byte(rand.Text()) // the settings came from JSON, so this does not happen
	}
	sum := hmac.New(sha256.New, []byte(d.salt))
	_, _ = sum.Write(text) // never fails
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// renamed names the kind and the setting of this package in a fault of another one.
func renamed(err error) error {
	found := *fault.From(err)
	found.Message = strings.NewReplacer(
		"duckdb connection: setting path", "ducklake connection: setting dataPath", "setting path", "setting dataPath",
		"duckdb connection", "ducklake connection", "postgres connection", "ducklake connection",
	).Replace(found.Message)
	found.Hint = cmp.Or(strings.NewReplacer("Leave path out or set it", "Set dataPath", " postgres ", " ducklake ").Replace(found.Hint), found.Hint)
	return &found
}
