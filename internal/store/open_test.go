package store_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/store"
)

// password must never be seen in an error.
const password = "geheim-7f3a"

// unwelcome opens a database that cannot be opened, and checks the error.
func unwelcome(t *testing.T, url string, kind fault.Kind) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{URL: url})
	if err == nil {
		_ = db.Close()
		t.Fatal("it opened")
	}
	problem := fault.From(err)
	if problem.Kind != kind || problem.Hint == "" {
		t.Errorf("got %v (%s, hint %q), want a fault of kind %s with a hint", err, problem.Kind, problem.Hint, kind)
	}
	if strings.Contains(err.Error(), password) || strings.Contains(problem.Hint, password) {
		t.Errorf("the error contains the password: %v", err)
	}
}

func TestUnreachableServer(t *testing.T) {
	t.Parallel()
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := nobody.Addr().String()
	if err := nobody.Close(); err != nil {
		t.Fatal(err)
	}
	unwelcome(t, "postgres://millrace:"+password+"@"+address+"/state?sslmode=disable", fault.Unavailable)
	unwelcome(t, "host=127.0.0.1 user=millrace password="+password+" port="+address[strings.LastIndex(address, ":")+1:], fault.Unavailable)
}

// TestSilentServer connects to a server that accepts the connection and sends nothing.
func TestSilentServer(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	unwelcome(t, "postgres://millrace:"+password+"@"+silent.Addr().String()+"/state?sslmode=disable&connect_timeout=1", fault.Unavailable)
}

func TestBadURL(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]string{
		"port":       "postgres://millrace:" + password + "@localhost:port/state",
		"mode":       "postgres://millrace:" + password + "@localhost/state?sslmode=never",
		"escape":     "postgres://millrace:" + password + "%zz@localhost/state",
		"no URL":     "password=" + password + " nonsense",
		"two colons": "postgres://millrace:a:" + password + "@localhost:1:2/state",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			unwelcome(t, url, fault.Invalid)
		})
	}
}

// TestFolderWithAnyName opens a file whose path contains every character with a meaning in a URL.
func TestFolderWithAnyName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a b", "50%", "%41", "a?b=c&d", "#1", "ü", "x'y\"z", "a;b+c"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(t.TempDir(), name)
			if err := os.Mkdir(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			db := open(t, store.Options{Folder: folder})
			if err := db.Setups().BindKey(t.Context(), "fingerprint"); err != nil {
				t.Fatal(err)
			}
			if _, err := db.Setups().HasOrganization(t.Context()); err != nil {
				t.Errorf("the reading connection: %v", err)
			}
			if _, err := os.Stat(filepath.Join(folder, "millrace.db")); err != nil {
				t.Errorf("the file is not in the folder: %v", err)
			}
		})
	}
}

// TestFilesArePrivate: other users of the machine cannot read the hashes and the sealed secrets.
func TestFilesArePrivate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	db := open(t, store.Options{Folder: folder})
	if err := db.Setups().BindKey(t.Context(), "fingerprint"); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) < 2 { // the log exists while the database is open
		t.Fatalf("found %v, %v", files, err)
	}
	for _, file := range files {
		info, err := file.Info()
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s has the mode %o", file.Name(), mode)
		}
	}
}

func TestFolderThatIsNotThere(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), store.Options{Folder: filepath.Join(t.TempDir(), "nowhere")})
	if err == nil {
		_ = db.Close()
		t.Fatal("a database was opened in a folder that is not there")
	}
}

func TestPing(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t, at(t).options)
			if err := db.Ping(t.Context()); err != nil {
				t.Errorf("an open database: %v", err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			if err := db.Ping(t.Context()); !fault.Is(err, fault.Unavailable) {
				t.Errorf("a closed database: got %v, want unavailable", err)
			}
		})
	}
}
