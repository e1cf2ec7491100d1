package ducklake_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/engine/ducklake"
	"github.com/millrace/millrace/internal/fault"
)

// storeConnection returns a connection to a lake in an object store that nothing connects to.
func storeConnection(t *testing.T, settings map[string]any) engine.Connection {
	t.Helper()
	c := engine.Connection{Kind: "ducklake", Folder: t.TempDir(), Secret: map[string]string{"password": "p"}, Settings: map[string]any{
		"host": "127.0.0.1", "database": "d", "user": "u", "dataPath": "s3://bucket/lake",
	}}
	maps.Copy(c.Settings, settings)
	return c
}

// TestHostOfAnObjectStore checks the host that DuckDB connects to, and not only the one that the setting names.
func TestHostOfAnObjectStore(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		lake duckdb.Lake
		host string
		port uint16
	}{
		"bucket in the name": {duckdb.Lake{DataPath: "s3://bucket/lake/", Store: duckdb.ObjectStore{Endpoint: "store.example", URLStyle: "vhost"}}, "bucket.store.example", 443},
		"with a port": {
			duckdb.Lake{DataPath: "s3://a.b/", Store: duckdb.ObjectStore{Endpoint: "store.example:9000", URLStyle: "vhost", WithoutTLS: true}},
			"a.b.store.example", 9000,
		},
		"bucket in the path": {
			duckdb.Lake{DataPath: "s3://bucket/lake/", Store: duckdb.ObjectStore{Endpoint: "store.example", URLStyle: "path", WithoutTLS: true}},
			"store.example", 80,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if host, port, err := ducklake.StoreAddress(&tt.lake); err != nil || host != tt.host || port != tt.port {
				t.Errorf("%s:%d, %v", host, port, err)
			}
		})
	}
}

// TestPartsOfHostNames rejects settings that would become another host.
func TestPartsOfHostNames(t *testing.T) {
	t.Parallel()
	driver := ducklake.New(ducklake.Options{DuckDB: duckdb.New(duckdb.Options{})})
	for name, tt := range map[string]struct {
		settings map[string]any
		wrong    string
	}{
		"right":                {map[string]any{"s3Region": "eu-central-1"}, ""},
		"no region":            {nil, ""},
		"region with a host":   {map[string]any{"s3Region": "x.evil.example/"}, "s3Region"},
		"region with a dot":    {map[string]any{"s3Region": "a.b"}, "s3Region"},
		"bucket with a port":   {map[string]any{"dataPath": "s3://bucket:80/lake"}, "dataPath"},
		"bucket with a person": {map[string]any{"dataPath": "s3://a@b/lake"}, "dataPath"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := driver.Check(storeConnection(t, tt.settings))
			if (err != nil) != (tt.wrong != "") || err != nil && (!fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), tt.wrong)) {
				t.Errorf("err = %v", err)
			}
		})
	}
}
