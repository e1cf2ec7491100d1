package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/store"
)

// The server of the state database is known by every host of its URL, whichever way it is encrypted.
func TestServerOfTheStateDatabase(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]egress.StateServer{
		"":                                {},
		"postgres://u:p@db.example/state": {Database: "state", Endpoints: []egress.Endpoint{{Host: "db.example", Port: 5432}}},
		"postgres://u:p@[::1]:6543/state?sslmode=disable": {
			Database: "state", Endpoints: []egress.Endpoint{{Host: "::1", Port: 6543}},
		},
		"postgres://u:p@one:1,two:2/state?sslmode=prefer": {
			Database: "state", Endpoints: []egress.Endpoint{{Host: "one", Port: 1}, {Host: "two", Port: 2}},
		},
		"postgres:///state?host=/run/postgresql&port=7": {Database: "state", Endpoints: []egress.Endpoint{{Port: 7}}},
	} {
		db, err := store.Connect(store.Options{URL: url, Folder: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, db.Server()); diff != "" {
			t.Errorf("%s: %s", url, diff)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}
