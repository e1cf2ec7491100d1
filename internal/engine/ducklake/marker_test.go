package ducklake_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/laketest"
)

// TestFolderOfALakeThatIsNotMounted opens a lake where the folder of its files is another, empty one, as on a second machine.
func TestFolderOfALakeThatIsNotMounted(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	folder, _ := lake.Settings["dataPath"].(string)
	first, err := newDriver(t).Open(t.Context(), connection(t, lake))
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(folder, folder+" elsewhere"); err != nil {
		t.Fatal(err)
	}
	for _, prepare := range []func() error{
		func() error { return nil }, // the folder is missing
		func() error { return os.Mkdir(folder, 0o700) },
		func() error { return os.WriteFile(filepath.Join(folder, "of somebody.parquet"), nil, 0o600) },
	} {
		if err := prepare(); err != nil {
			t.Fatal(err)
		}
		for as, err := range map[string]error{
			"open": second(newDriver(t).Open(t.Context(), connection(t, lake))),
			"test": second(newDriver(t).Test(t.Context(), connection(t, lake))),
		} {
			if !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), folder) || !strings.Contains(fault.From(err).Hint, "share") {
				t.Errorf("%s: %v (%s)", as, err, fault.From(err).Hint)
			}
		}
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(folder+" elsewhere", folder); err != nil {
		t.Fatal(err)
	}
	openLake(t, newDriver(t), connection(t, lake))
}

// TestRelativeFolderOfALakeIsOfOneMachine opens a lake with a relative data path from two servers with different folders.
func TestRelativeFolderOfALakeIsOfOneMachine(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	lake.Settings["dataPath"] = "lake"
	c := connection(t, lake)
	opened := openLake(t, newDriver(t), c)
	execute(t, opened, "CREATE TABLE millrace.main.t AS SELECT 1 AS n")
	if err := os.Rename(filepath.Join(c.Folder, ".ducklake", "lake"), filepath.Join(c.Folder, ".ducklake", "elsewhere")); err != nil {
		t.Fatal(err)
	}
	_, err := newDriver(t).Open(t.Context(), c)
	if !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), "relative to the data folder of each server and worker") {
		t.Errorf("another machine: %v", err)
	}
}

// TestLakeOfAnEarlierVersion opens a lake that has no marker yet.
func TestLakeOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		statements []string
		isEmptied  bool // the folder on this machine has no files
		isRefused  bool
	}{
		"with files":               {statements: []string{"CREATE TABLE millrace.main.t AS SELECT 1 AS n"}},
		"without tables":           {},
		"without tables and files": {isEmptied: true},
		"not mounted":              {statements: []string{"CREATE TABLE millrace.main.t AS SELECT 1 AS n"}, isEmptied: true, isRefused: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lake := laketest.New(t)
			folder, _ := lake.Settings["dataPath"].(string)
			executeOnce(t, lake, tt.statements)
			inCatalog(t, lake, "DROP TABLE public.millrace_lake")
			removed := markers(t, folder)
			if tt.isEmptied {
				removed = []string{folder}
			}
			remove(t, removed)
			second, err := newDriver(t).Open(t.Context(), connection(t, lake))
			if err == nil {
				err = second.Close()
			}
			if fault.Is(err, fault.Unavailable) != tt.isRefused || !tt.isRefused && err != nil {
				t.Fatalf("err = %v", err)
			}
			if found := markers(t, folder); len(found) == 1 == tt.isRefused {
				t.Errorf("markers: %v", found)
			}
		})
	}
}

// executeOnce opens a lake, runs statements and closes it.
func executeOnce(t *testing.T, lake laketest.Lake, statements []string) {
	t.Helper()
	opened, err := newDriver(t).Open(t.Context(), connection(t, lake))
	if err != nil {
		t.Fatal(err)
	}
	execute(t, opened, statements...)
	if err := opened.Close(); err != nil {
		t.Fatal(err)
	}
}

// remove removes files and folders.
func remove(t *testing.T, paths []string) {
	t.Helper()
	for _, path := range paths {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
}

// inCatalog runs a statement in the database of a lake's catalog.
func inCatalog(t *testing.T, lake laketest.Lake, statement string) {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), lake.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = connection.Close(t.Context()) }()
	if _, err := connection.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// markers returns the markers in a folder.
func markers(t *testing.T, folder string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, ".millrace-lake-*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestTemporaryDataOfAKilledServerIsRemoved opens a lake where a killed server and a running one have temporary data.
func TestTemporaryDataOfAKilledServerIsRemoved(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	c := connection(t, lake)
	work := filepath.Join(c.Folder, ".ducklake", ".work")
	running := openLake(t, newDriver(t), c)
	execute(t, running, "CREATE TABLE millrace.main.t AS SELECT 1 AS n")
	folders, err := os.ReadDir(work)
	if err != nil || len(folders) != 1 {
		t.Fatal(folders, err)
	}
	killed := filepath.Join(work, "killed")
	if err := os.MkdirAll(filepath.Join(killed, ".millrace-spill", "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{killed, filepath.Join(work, folders[0].Name())} { // older than a process needs to lock its folder
		if err := os.Chtimes(folder, time.Now(), time.Now().Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	openLake(t, newDriver(t), c)
	if _, err := os.Stat(killed); !os.IsNotExist(err) {
		t.Errorf("the temporary data of the killed server: %v", err)
	}
	if _, err := os.Stat(filepath.Join(work, folders[0].Name(), ".millrace-lock")); err != nil {
		t.Errorf("the temporary data of the running server: %v", err)
	}
	if rows := count(t, running, "SELECT count(*) FROM millrace.main.t"); rows != 1 {
		t.Errorf("there are %d rows", rows)
	}
}
