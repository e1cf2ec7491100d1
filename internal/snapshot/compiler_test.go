package snapshot_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/sample"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/transform"
)

// memory stores project snapshots and counts reads.
type memory struct {
	mu    sync.Mutex
	files map[string][]byte
	reads atomic.Int64
}

func (m *memory) Put(_ context.Context, organization ids.Organization, id string, files []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[string(organization)+id] = files
	return nil
}

func (m *memory) Get(_ context.Context, organization ids.Organization, id string) ([]byte, error) {
	m.reads.Add(1)
	m.mu.Lock()
	defer m.mu.Unlock()
	files, ok := m.files[string(organization)+id]
	if !ok {
		return nil, fault.New(fault.NotFound, "no snapshot %s", id)
	}
	return files, nil
}

func packSample(t *testing.T) snapshot.Snapshot {
	t.Helper()
	files, err := sample.Files(sample.Options{})
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := snapshot.PackFiles(files)
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}

func TestSnapshotIDDependsOnlyOnFiles(t *testing.T) {
	t.Parallel()
	folder := fstest.MapFS{
		"data.yml": {Data: []byte("fileVersion: 3\n")}, "nodes/A-B.sql": {Data: []byte("SELECT 1")},
		".git/config": {Data: []byte("secret")}, ".env": {Data: []byte("secret")},
	}
	one, err := snapshot.Pack(folder)
	if err != nil {
		t.Fatal(err)
	}
	two, err := snapshot.PackFiles(map[string][]byte{"nodes/A-B.sql": []byte("SELECT 1"), "data.yml": []byte("fileVersion: 3\n")})
	if err != nil {
		t.Fatal(err)
	}
	if one.ID != two.ID || string(one.Files) != string(two.Files) {
		t.Error("the same files give two snapshots")
	}
	other, err := snapshot.PackFiles(map[string][]byte{"nodes/A-B.sql": []byte("SELECT 2"), "data.yml": []byte("fileVersion: 3\n")})
	if err != nil || other.ID == one.ID {
		t.Errorf("other files give the same snapshot: %v", err)
	}
	opened, err := one.Open()
	if err != nil {
		t.Fatal(err)
	}
	if content, err := fs.ReadFile(opened, "nodes/A-B.sql"); err != nil || string(content) != "SELECT 1" {
		t.Errorf("%q, %v", content, err)
	}
	if _, err := fs.Stat(opened, ".env"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file of a tool was packed: %v", err)
	}
}

func TestConcurrentCallersShareACompilation(t *testing.T) {
	t.Parallel()
	store := &memory{files: map[string][]byte{}}
	projects := snapshot.NewCompiler(store)
	packed := packSample(t)
	if err := projects.Save(t.Context(), "acme", packed); err != nil {
		t.Fatal(err)
	}
	target := snapshot.CompileTarget{Platform: "postgres", Mappings: map[string]transform.Mapping{"RAW": {Schema: "landing"}}}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			c, err := projects.Compile(t.Context(), "acme", packed.ID, target)
			if err != nil {
				t.Error(err)
				return
			}
			if name := c.Renderer.Name(transform.NodeRef{Location: "RAW", Name: "ORDERS"}); name != `"landing"."ORDERS"` {
				t.Errorf("compiled for another target: %s", name)
			}
		})
	}
	all.Wait()
	if reads := store.reads.Load(); reads != 1 {
		t.Errorf("the snapshot was read %d times", reads)
	}
	elsewhere, err := projects.Compile(t.Context(), "acme", packed.ID, snapshot.CompileTarget{Platform: "duckdb", DefaultDatabase: "main"})
	if err != nil {
		t.Fatal(err)
	}
	if name := elsewhere.Renderer.Name(transform.NodeRef{Location: "RAW", Name: "ORDERS"}); name != `"main"."RAW"."ORDERS"` {
		t.Errorf("compiled for another target: %s", name)
	}
}

func TestErrorIsNotCached(t *testing.T) {
	t.Parallel()
	store := &memory{files: map[string][]byte{}}
	projects := snapshot.NewCompiler(store)
	packed := packSample(t)
	target := snapshot.CompileTarget{Platform: "duckdb"}
	if _, err := projects.Compile(t.Context(), "acme", packed.ID, target); !fault.Is(err, fault.NotFound) {
		t.Errorf("%v, want not found", err)
	}
	if err := projects.Save(t.Context(), "acme", packed); err != nil {
		t.Fatal(err)
	}
	if _, err := projects.Compile(t.Context(), "acme", packed.ID, target); err != nil {
		t.Errorf("the second attempt: %v", err)
	}
	if _, err := projects.Compile(t.Context(), "other", packed.ID, target); !fault.Is(err, fault.NotFound) {
		t.Errorf("another organization gets %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := projects.CompileOnce(ctx, "acme", packed.ID, target); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled compilation: %v", err)
	}
}

func TestDamagedSnapshotIsRejected(t *testing.T) {
	t.Parallel()
	if _, err := (snapshot.Snapshot{ID: "x", Files: []byte("no zip")}).Open(); err == nil || !strings.Contains(err.Error(), "snapshot x") {
		t.Errorf("%v", err)
	}
}
