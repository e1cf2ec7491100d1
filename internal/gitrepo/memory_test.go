package gitrepo_test

import (
	"context"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
)

// memory is a storage that is gone with the test.
type memory struct {
	mu      sync.Mutex
	objects map[gitrepo.Hash]gitrepo.Object
	refs    map[string]gitrepo.Hash
	keys    map[string]string
	puts    int
}

func newMemory() *memory {
	return &memory{objects: map[gitrepo.Hash]gitrepo.Object{}, refs: map[string]gitrepo.Hash{}, keys: map[string]string{}}
}

func (m *memory) Objects(_ context.Context, names []gitrepo.Hash) ([]gitrepo.Object, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []gitrepo.Object
	for _, name := range names {
		if o, ok := m.objects[name]; ok {
			found = append(found, o)
		}
	}
	return found, nil
}

func (m *memory) Missing(_ context.Context, names []gitrepo.Hash) ([]gitrepo.Hash, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(names), func(name gitrepo.Hash) bool {
		_, ok := m.objects[name]
		return ok
	}), nil
}

func (m *memory) Commits(context.Context) ([]gitrepo.Object, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []gitrepo.Object
	for _, o := range m.objects {
		if o.Kind == gitrepo.CommitKind {
			found = append(found, o)
		}
	}
	return found, nil
}

func (m *memory) Put(_ context.Context, objects []gitrepo.Object) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, o := range objects {
		m.objects[o.Hash] = o
		m.puts++
	}
	return nil
}

func (m *memory) References(context.Context) ([]gitrepo.Reference, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []gitrepo.Reference
	for _, name := range slices.Sorted(maps.Keys(m.refs)) {
		found = append(found, gitrepo.Reference{Name: name, Target: m.refs[name]})
	}
	return found, nil
}

func (m *memory) Move(_ context.Context, move gitrepo.Move) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refs[move.Name] != move.From {
		return fault.New(fault.Conflict, "%s has moved on", move.Name)
	}
	if m.refs[move.Name] = move.To; move.To == "" {
		delete(m.refs, move.Name)
	}
	return nil
}

func (m *memory) TrustOnFirstUse(_ context.Context, host, fingerprint string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.keys[host] == "" {
		m.keys[host] = fingerprint
	}
	return m.keys[host], nil
}

// files are the files of a commit in a test, by path.
type files map[string]string

func (f files) bytes() map[string][]byte {
	all := map[string][]byte{}
	for path, text := range f {
		all[path] = []byte(text)
	}
	return all
}

func texts(all map[string][]byte) files {
	f := files{}
	for path, content := range all {
		f[path] = string(content)
	}
	return f
}

func noon() time.Time { return time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC) }

func ada() gitrepo.Signature {
	return gitrepo.Signature{Name: "Ada Lovelace", Email: "ada@example.com", When: noon()}
}

// fixture is a repository in memory.
type fixture struct {
	*gitrepo.Repository

	t       testing.TB
	storage *memory
	clock   time.Time
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	return newLimitedFixture(t, gitrepo.Limits{})
}

func newLimitedFixture(t testing.TB, limits gitrepo.Limits) *fixture {
	t.Helper()
	storage := newMemory()
	return &fixture{Repository: gitrepo.Open(storage, limits), t: t, storage: storage, clock: noon()}
}

// commit makes a commit on a branch, a minute after the one before.
func (d *fixture) commit(branch string, f files, parents ...gitrepo.Hash) gitrepo.Commit {
	d.t.Helper()
	d.clock = d.clock.Add(time.Minute)
	author := ada()
	author.When = d.clock
	made, err := d.Record(d.t.Context(), gitrepo.Draft{Branch: branch, Parents: parents, Files: f.bytes(), Author: author, Message: "Change"})
	if err != nil {
		d.t.Fatal(err)
	}
	return made
}
