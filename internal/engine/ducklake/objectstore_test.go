package ducklake_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/laketest"
)

// objectStore is as much of an object store as DuckDB uses: it keeps objects by their paths and checks no signatures.
type objectStore struct {
	mu      sync.Mutex
	objects map[string][]byte
	parts   map[string]map[string][]byte // by upload and number
	keys    map[string]bool              // the key ids that requests were signed with
}

func newObjectStore(t *testing.T) (*objectStore, string) {
	t.Helper()
	o := &objectStore{objects: map[string][]byte{}, parts: map[string]map[string][]byte{}, keys: map[string]bool{}}
	server := httptest.NewServer(o)
	t.Cleanup(server.Close)
	return o, strings.TrimPrefix(server.URL, "http://")
}

func (o *objectStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, after, ok := strings.Cut(r.Header.Get("Authorization"), "Credential="); ok {
		key, _, _ := strings.Cut(after, "/")
		o.keys[key] = true
	}
	query := r.URL.Query()
	switch {
	case r.Method == http.MethodGet && query.Has("list-type"):
		o.list(w, r, query.Get("prefix"))
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		content, ok := o.objects[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		http.ServeContent(w, r, "", time.Unix(1, 0), bytes.NewReader(content))
	case r.Method == http.MethodDelete:
		delete(o.objects, r.URL.Path)
		w.WriteHeader(http.StatusNoContent)
	default:
		o.write(w, r)
	}
}

// write handles a whole object, or an upload in parts.
func (o *objectStore) write(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	content, _ := io.ReadAll(r.Body)
	upload := query.Get("uploadId")
	switch {
	case r.Method == http.MethodPost && query.Has("uploads"):
		upload = fmt.Sprintf("upload%d", len(o.parts))
		o.parts[upload] = map[string][]byte{}
		_, _ = fmt.Fprintf(w, "<InitiateMultipartUploadResult><UploadId>%s</UploadId></InitiateMultipartUploadResult>", upload)
	case r.Method == http.MethodPut && upload != "":
		o.parts[upload][fmt.Sprintf("%06s", query.Get("partNumber"))] = content
		w.Header().Set("ETag", `"part"`)
	case r.Method == http.MethodPut:
		o.objects[r.URL.Path] = content
		w.Header().Set("ETag", `"whole"`)
	default:
		var whole []byte
		for _, number := range slices.Sorted(maps.Keys(o.parts[upload])) {
			whole = append(whole, o.parts[upload][number]...)
		}
		o.objects[r.URL.Path] = whole
		_, _ = io.WriteString(w, "<CompleteMultipartUploadResult><ETag>whole</ETag></CompleteMultipartUploadResult>")
	}
}

func (o *objectStore) list(w http.ResponseWriter, r *http.Request, prefix string) {
	type object struct {
		Key  string
		Size int
	}
	found := struct {
		XMLName  xml.Name `xml:"ListBucketResult"`
		Contents []object
	}{}
	bucket := "/" + strings.Trim(r.URL.Path, "/") + "/"
	for path, content := range o.objects {
		if key, ok := strings.CutPrefix(path, bucket); ok && strings.HasPrefix(key, prefix) {
			found.Contents = append(found.Contents, object{key, len(content)})
		}
	}
	_ = xml.NewEncoder(w).Encode(found)
}

// count returns the number of objects below a path.
func (o *objectStore) count(below string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	found := 0
	for path := range o.objects {
		if strings.HasPrefix(path, below) {
			found++
		}
	}
	return found
}

// TestLakeInAnObjectStore keeps the files of a lake in an object store.
func TestLakeInAnObjectStore(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	store, endpoint := newObjectStore(t)
	store.objects["/other/secret.parquet"] = []byte("PAR1")
	maps.Copy(lake.Settings, map[string]any{
		"dataPath": "s3://bucket/lake", "s3Endpoint": endpoint, "s3Region": "eu-central-1", "s3UrlStyle": "path", "s3Tls": "false",
	})
	lake.Secret["s3KeyID"], lake.Secret["s3Secret"] = "KEYID", "secret of the store"
	c, driver := connection(t, lake), newDriver(t)
	var checked []string
	c.CheckDial = func(_ context.Context, address netip.AddrPort, _ string) error {
		checked = append(checked, address.String())
		return nil
	}
	if _, err := driver.Test(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	opened := openLake(t, driver, c)
	if !slices.Contains(checked, endpoint) {
		t.Errorf("the addresses %v were checked, and not that of the store", checked)
	}
	execute(t, opened, "CREATE TABLE millrace.main.t AS SELECT range AS n FROM range(1000)", "DELETE FROM millrace.main.t WHERE n < 10")
	if rows := count(t, opened, "SELECT count(*) FROM millrace.main.t"); rows != 990 {
		t.Errorf("there are %d rows", rows)
	}
	if files := store.count("/bucket/lake/"); files == 0 || !store.keys["KEYID"] {
		t.Errorf("the store has %d files, signed with %v", files, store.keys)
	}
	s, err := opened.Session(t.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for _, query := range []string{"FROM 's3://other/secret.parquet'", "FROM 'http://" + endpoint + "/other/secret.parquet'"} {
		if _, err := s.Query(t.Context(), query, 1); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v (%s)", query, err, fault.KindOf(err))
		}
	}
	rows, err := s.Query(t.Context(), "SELECT secret_string FROM duckdb_secrets()", 10)
	if err != nil || strings.Contains(fmt.Sprint(rows), "secret of the store") {
		t.Errorf("SQL reads the secrets: %v, %v", rows, err)
	}
	refused := errors.New("not allowed")
	c.CheckDial = func(_ context.Context, address netip.AddrPort, _ string) error {
		if address.String() == endpoint {
			return refused
		}
		return nil
	}
	if _, err := driver.Open(t.Context(), c); !errors.Is(err, refused) {
		t.Errorf("a store that is not allowed: %v", err)
	}
}

// TestCatalogIsReachedAtTheCheckedAddress refuses the address of the catalog.
func TestCatalogIsReachedAtTheCheckedAddress(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	c, driver := connection(t, lake), newDriver(t)
	c.CheckDial = func(context.Context, netip.AddrPort, string) error {
		return fault.New(fault.Forbidden, "this address is not allowed")
	}
	if _, err := driver.Test(t.Context(), c); err == nil {
		t.Error("the test of the connection reaches an address that is not allowed")
	}
	if _, err := driver.Open(t.Context(), c); err == nil {
		t.Error("the lake is opened at an address that is not allowed")
	}
}
