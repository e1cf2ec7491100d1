package duckdb_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// server is a data folder with the folders of two organizations.
type server struct {
	driver           *duckdb.Driver
	data, own, alien string
	allowed          []string // by the operator
}

func newServer(t *testing.T) server {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	s := server{duckdb.New(duckdb.Options{DataFolder: data}), data, filepath.Join(data, "duckdb", "1"), filepath.Join(data, "duckdb", "2"), nil}
	makeFolder(t, s.alien)
	return s
}

func makeFolder(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, target, path string) {
	t.Helper()
	makeFolder(t, filepath.Dir(path))
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

func (s server) connection(path string) engine.Connection {
	c := engine.Connection{Kind: "duckdb", Folder: s.own, Folders: s.allowed}
	if path != "" {
		c.Settings = map[string]any{"path": path}
	}
	return c
}

func wantEmpty(t *testing.T, folder string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 0 {
		t.Errorf("%s contains %v, want nothing", folder, entries)
	}
}

func TestConnectionTestLeavesNoFile(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	elsewhere := filepath.Join(t.TempDir(), "it's \"else\" where; DROP")
	s.allowed = []string{filepath.Dir(elsewhere)}
	for path, folder := range map[string]string{
		"":            s.own,
		"sales":       filepath.Join(s.own, "sales"),
		"./a/b..c/":   filepath.Join(s.own, "a", "b..c"),
		s.own + "/in": filepath.Join(s.own, "in"),
		elsewhere:     elsewhere,
	} {
		info, err := s.driver.Test(t.Context(), s.connection(path))
		if err != nil {
			t.Errorf("path %q: %v", path, err)
			continue
		}
		if !regexp.MustCompile(`^\d+\.\d+\.\d+`).MatchString(info.Version) {
			t.Errorf("version = %q", info.Version)
		}
		if made, err := os.Stat(folder); err != nil || made.Mode().Perm() != 0o700 {
			t.Errorf("folder %s: %v, %v, want mode 0700", folder, made, err)
		}
		if path != "" {
			wantEmpty(t, folder)
		}
	}
	wantEmpty(t, filepath.Join(s.own, "a", "b..c"))
}

func TestConnectionTestLeavesDefaultFolderEmpty(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	if _, err := s.driver.Test(t.Context(), s.connection("")); err != nil {
		t.Fatal(err)
	}
	wantEmpty(t, s.own)
}

func TestParallelConnectionTestsOfOneFolder(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	var all sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		all.Go(func() { _, errs[i] = s.driver.Test(t.Context(), s.connection("")) })
	}
	all.Wait()
	for i, err := range errs {
		if err != nil {
			t.Errorf("test %d: %v", i, err)
		}
	}
	wantEmpty(t, s.own)
}

func TestWrongPaths(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	file := filepath.Join(s.own, "file")
	makeFolder(t, s.own)
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link(t, s.alien, filepath.Join(s.own, "to-alien"))
	link(t, filepath.Join(s.data, "not-there-yet"), filepath.Join(s.own, "dangling"))
	link(t, filepath.Join(s.own, "circle"), filepath.Join(s.own, "circle"))
	outside := t.TempDir()
	link(t, s.data, filepath.Join(outside, "to-data"))
	for path, want := range map[string]string{
		"..":                                     "contains ..",
		"../2":                                   "contains ..",
		"a/../../2":                              "contains ..",
		`a\..\b`:                                 "contains ..",
		s.own + "/../2":                          "contains ..",
		"a\x00b":                                 "contains a NUL character",
		s.data:                                   "not a folder that this organization may use",
		s.alien:                                  "not a folder that this organization may use",
		s.data + "/new/folder":                   "not a folder that this organization may use",
		s.own + "-not-quite":                     "not a folder that this organization may use",
		filepath.Dir(s.own):                      "not a folder that this organization may use",
		"to-alien":                               "not a folder that this organization may use",
		"to-alien/deeper":                        "not a folder that this organization may use",
		filepath.Join(outside, "to-data"):        "not a folder that this organization may use",
		filepath.Join(outside, "to-data", "new"): "not a folder that this organization may use",
		filepath.Join(outside, "to-data", "duckdb", "2", "x"): "not a folder that this organization may use",
		"environments": "files of environments or workspaces",
		"a/workspaces": "files of environments or workspaces",
		filepath.Join(s.own, "environments") + "/": "files of environments or workspaces",
		"dangling":        "cannot resolve setting path",
		"dangling/deeper": "cannot resolve setting path",
		"circle":          "cannot resolve setting path",
		"file/deeper":     "cannot resolve setting path",
	} {
		c := s.connection(path)
		for name, err := range map[string]error{"Check": s.driver.Check(c), "Test": testError(t, s.driver, c)} {
			if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "setting path") ||
				!strings.Contains(err.Error(), want) || fault.From(err).Hint == "" {
				t.Errorf("%s of path %q: %v, want an invalid fault with %q and a hint", name, path, err, want)
			}
		}
	}
	wantEmpty(t, s.alien)
}

func testError(t *testing.T, driver *duckdb.Driver, c engine.Connection) error {
	t.Helper()
	_, err := driver.Test(t.Context(), c)
	return err
}

// Not even the operator can allow it.
func TestFolderThatContainsServerDataIsRejected(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.allowed = []string{"/"}
	for _, path := range []string{s.data, s.alien} {
		if err := s.driver.Check(s.connection(path)); !fault.Is(err, fault.Invalid) {
			t.Errorf("path %q: err = %v, want invalid", path, err)
		}
	}
	for _, path := range []string{filepath.Dir(s.data), "/"} {
		if err := s.driver.Check(s.connection(path)); !fault.Is(err, fault.Invalid) {
			t.Errorf("path %q: err = %v, want invalid", path, err)
		}
	}
}

func TestPathsIntoOwnFolderAreAccepted(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	outside := t.TempDir()
	link(t, s.own, filepath.Join(outside, "to-own"))
	makeFolder(t, s.own)
	for _, path := range []string{"", "new", s.own, s.own + "/new/er", filepath.Join(outside, "to-own", "x")} {
		if err := s.driver.Check(s.connection(path)); err != nil {
			t.Errorf("path %q: %v", path, err)
		}
	}
}

// A folder outside the organization's own needs the operator, whichever way leads there. The error is the same whether or
// not the folder exists, and names the setting.
func TestOnlyListedFoldersAreAllowed(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	root := t.TempDir()
	listed, other := filepath.Join(root, "listed"), filepath.Join(root, "other")
	makeFolder(t, listed)
	makeFolder(t, other)
	if err := os.WriteFile(filepath.Join(other, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link(t, other, filepath.Join(listed, "to-other"))
	link(t, other, filepath.Join(s.own, "to-other"))
	link(t, listed, filepath.Join(root, "to-listed"))
	link(t, filepath.Join(other, "missing"), filepath.Join(other, "dangling"))
	s.allowed = []string{"/nowhere/at/all", listed}
	for _, path := range []string{listed, listed + "/new/folder", filepath.Join(root, "to-listed"), filepath.Join(root, "to-listed", "x")} {
		if err := s.driver.Check(s.connection(path)); err != nil {
			t.Errorf("path %q: %v", path, err)
		}
	}
	for _, path := range []string{
		root, other, other + "/missing", other + "/file/deeper", other + "/dangling", listed + "-not-quite", filepath.Join(listed, "to-other"),
		filepath.Join(listed, "to-other", "new"), "to-other", "to-other/new", "/", "/etc", "/proc/self/root", "/no/such/folder",
	} {
		c := s.connection(path)
		_, opened := s.driver.Open(t.Context(), c)
		for name, err := range map[string]error{"Check": s.driver.Check(c), "Test": testError(t, s.driver, c), "Open": opened} {
			if !fault.Is(err, fault.Invalid) || err.Error() != "duckdb connection: setting path is not a folder that this organization may use" ||
				!strings.Contains(fault.From(err).Hint, "duckdb_folders") {
				t.Errorf("%s of path %q: %v", name, path, err)
			}
		}
	}
}

func TestCheckCreatesNothing(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	if err := s.driver.Check(s.connection("new")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(s.own); !os.IsNotExist(err) {
		t.Errorf("the folder was touched: %v", err)
	}
}

func TestPathWithoutDataFolderOrOwnFolder(t *testing.T) {
	t.Parallel()
	driver := duckdb.New(duckdb.Options{})
	absolute := t.TempDir()
	c := engine.Connection{Kind: "duckdb", Settings: map[string]any{"path": absolute}}
	if err := driver.Check(c); !fault.Is(err, fault.Invalid) {
		t.Errorf("an absolute path that is not allowed: %v", err)
	}
	c.Folders = []string{absolute}
	if err := driver.Check(c); err != nil {
		t.Errorf("an absolute path: %v", err)
	}
	for _, path := range []any{nil, "", "relative"} {
		err := driver.Check(engine.Connection{Kind: "duckdb", Settings: map[string]any{"path": path}})
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "setting path is not absolute") {
			t.Errorf("path %v: %v", path, err)
		}
	}
}

func TestWrongSettings(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for _, tt := range []struct {
		settings map[string]any
		secret   map[string]string
		want     string
	}{
		{map[string]any{"path": 5.0}, nil, "setting path is not text"},
		{map[string]any{"pfad": "x"}, nil, `setting "pfad" is not known`},
		{map[string]any{"memoryLimit": 5.0}, nil, "setting memoryLimit is not text"},
		{map[string]any{"memoryLimit": "much"}, nil, "setting memoryLimit is not a size such as 2GB or 512MiB"},
		{map[string]any{"memoryLimit": "80%"}, nil, "setting memoryLimit is not a size such as 2GB or 512MiB"},
		{map[string]any{"memoryLimit": "-1GB"}, nil, "setting memoryLimit is not a size such as 2GB or 512MiB"},
		{map[string]any{"memoryLimit": "2GB'; --"}, nil, "setting memoryLimit is not a size such as 2GB or 512MiB"},
		{map[string]any{"memoryLimit": "63.9MB"}, nil, "setting memoryLimit is less than 64MB"},
		{map[string]any{"memoryLimit": "1000KiB"}, nil, "setting memoryLimit is less than 64MB"},
		{map[string]any{"threads": 0.0}, nil, "setting threads is not a number from 1 to 1024"},
		{map[string]any{"threads": 1025.0}, nil, "setting threads is not a number from 1 to 1024"},
		{map[string]any{"threads": "2"}, nil, "setting threads is not a number from 1 to 1024"},
		{nil, map[string]string{"password": "s3cret"}, `secret "password" is not known`},
	} {
		c := engine.Connection{Kind: "duckdb", Settings: tt.settings, Secret: tt.secret, Folder: s.own}
		err := s.driver.Check(c)
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%v: %v, want %q", tt.settings, err, tt.want)
			continue
		}
		if hint := fault.From(err).Hint; hint != "A duckdb connection has the settings path, memoryLimit, threads. It has no secret." {
			t.Errorf("hint = %q", hint)
		}
	}
}

// A file has the name of the folder, so not even the superuser can create the folder.
func TestFolderThatCannotBeCreatedIsUnavailable(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	makeFolder(t, s.own)
	if err := os.WriteFile(filepath.Join(s.own, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := testError(t, s.driver, s.connection("file"))
	if !fault.Is(err, fault.Unavailable) || fault.From(err).Hint == "" {
		t.Errorf("%v, want an unavailable fault with a hint", err)
	}
	if message := fault.From(err).Message; strings.Contains(message, s.data) {
		t.Errorf("the message shows where the server keeps its data: %s", message)
	}
}

func TestCanceledConnectionTest(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.driver.Test(ctx, s.connection("")); !fault.Is(err, fault.Canceled) {
		t.Errorf("%v, want canceled", err)
	}
	wantEmpty(t, s.own)
}

// countdown is a context that is canceled after a number of checks, so that a connection test can be canceled at each
// of its steps.
type countdown struct {
	context.Context //nolint:containedctx // it is a context

	cancel context.CancelFunc
	left   atomic.Int64
}

func (c *countdown) ask() {
	if c.left.Add(-1) < 0 {
		c.cancel()
	}
}

func (c *countdown) Err() error {
	c.ask()
	return c.Context.Err()
}

func (c *countdown) Done() <-chan struct{} {
	c.ask()
	return c.Context.Done()
}

func TestCanceledConnectionTestLeavesNoFile(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	const enough = 500 // a test asks its context less often than that
	for steps := range int64(enough) {
		inner, cancel := context.WithCancel(t.Context())
		ctx := &countdown{Context: inner, cancel: cancel}
		ctx.left.Store(steps)
		folder := fmt.Sprintf("step-%d", steps)
		_, err := s.driver.Test(ctx, s.connection(folder))
		cancel()
		wantEmpty(t, filepath.Join(s.own, folder))
		if err == nil {
			return
		}
		if !fault.Is(err, fault.Canceled) {
			t.Errorf("given up at step %d: %v, want canceled", steps, err)
		}
	}
	t.Errorf("no test passed in %d steps", enough)
}

// The kernel's own folder exists, and no user can create a file in it.
func TestReadOnlyFolderIsUnavailable(t *testing.T) {
	t.Parallel()
	const readOnly = "/proc/self"
	if _, err := os.Stat(readOnly); err != nil {
		t.Skip("this system has no " + readOnly)
	}
	err := testError(t, newServer(t).driver, engine.Connection{Kind: "duckdb", Settings: map[string]any{"path": readOnly}, Folders: []string{readOnly}})
	if !fault.Is(err, fault.Unavailable) || fault.From(err).Hint == "" || !strings.Contains(err.Error(), "cannot use a database file") {
		t.Errorf("%v, want an unavailable fault with a hint", err)
	}
}
