package app

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/diskspace"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/store"
)

// state is what outlives a process: the data folder, the key and the database.
type state struct {
	folder    *folder
	keys      *secret.Keys
	db        *store.DB
	passwords *authn.Passwords
	users     *account.Users
	closers   closers
}

// openState opens everything that outlives a process, or nothing. It owns the data folder.
func openState(ctx context.Context, settings config.Settings, cost authn.Cost) (*state, error) {
	folder, err := openFolder(settings.Data)
	if err != nil {
		return nil, err
	}
	if settings.Key == "" && store.Exists(folder.path) && !secret.Exists(folder.path) {
		return nil, errors.Join(keyMissing(folder.path), folder.Close())
	}
	return (&state{folder: folder}).open(ctx, settings, cost, access{store.Open, bindKey})
}

// openShared opens the PostgreSQL state of running servers for a worker. It reads only the key in the data folder, so that a worker
// can use the folder of a server on the same machine, and changes neither the schema nor the key of the database.
func openShared(ctx context.Context, settings config.Settings) (*state, error) {
	if settings.Key == "" && !secret.Exists(settings.Data) {
		return nil, keyMissing(settings.Data)
	}
	path, err := filepath.Abs(settings.Data)
	if err != nil {
		return nil, err
	}
	return (&state{folder: &folder{path: path}}).open(ctx, settings, authn.DefaultCost(), access{store.OpenCurrent, checkKey})
}

// access says how a process opens a database, and how it decides whether the database accepts its key.
type access struct {
	open  func(ctx context.Context, options store.Options) (*store.DB, error)
	admit func(ctx context.Context, setups *store.Setups, keys *secret.Keys) error
}

// bindKey records the key on the first start.
func bindKey(ctx context.Context, setups *store.Setups, keys *secret.Keys) error {
	if err := useKey(ctx, setups, keys); !fault.Is(err, fault.NotFound) {
		return err
	}
	if err := setups.BindKey(ctx, keys.Fingerprint()); err != nil {
		return err
	}
	return useKey(ctx, setups, keys)
}

func checkKey(ctx context.Context, setups *store.Setups, keys *secret.Keys) error {
	if err := useKey(ctx, setups, keys); !fault.Is(err, fault.NotFound) {
		return err
	}
	return setups.CheckKey(ctx, keys.Fingerprint())
}

// useKey makes the key active that the database names. It is one of several after a rotation.
func useKey(ctx context.Context, setups *store.Setups, keys *secret.Keys) error {
	active, err := setups.Key(ctx)
	if err != nil {
		return err
	}
	if !keys.Has(active.Fingerprint) {
		return setups.CheckKey(ctx, keys.Fingerprint()) // says what is wrong
	}
	return keys.Use(active)
}

// openExisting opens the state of an existing server, so that a mistyped folder does not create a new one. With
// PostgreSQL, servers may be running; then it opens only the key in the folder, not the folder.
func openExisting(ctx context.Context, settings config.Settings) (*state, error) {
	if settings.Database == "" {
		if !store.Exists(settings.Data) {
			return nil, fault.New(fault.NotFound, "the folder %s is not a Millrace data folder", settings.Data).
				WithHint("Pass the data folder with --data, or the database with --database.")
		}
		return openState(ctx, settings, authn.DefaultCost())
	}
	if settings.Key == "" && !secret.Exists(settings.Data) {
		return nil, keyMissing(settings.Data)
	}
	return (&state{folder: &folder{path: settings.Data}}).open(ctx, settings, authn.DefaultCost(), access{store.Open, bindKey})
}

func keyMissing(path string) error {
	return fault.New(fault.Conflict, "the server key is missing in %s", path).
		WithHint("Restore server.key from a backup, pass the data folder of a server with --data, or set MILLRACE_KEY. " +
			"Without the key, no token is valid and no secret can be opened.")
}

// open opens the key and the database, or closes everything again.
func (s *state) open(ctx context.Context, settings config.Settings, cost authn.Cost, by access) (_ *state, err error) {
	s.closers.add(s.folder.Close)
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if s.keys, err = secret.LoadOrCreate(s.folder.path, string(settings.Key)); err != nil {
		return nil, err
	}
	// A SQLite file has a reserve on its disk; PostgreSQL is on another machine, or has its own.
	s.db, err = by.open(ctx, store.Options{
		Folder: s.folder.path, URL: string(settings.Database), Reserve: diskspace.NewReserve(s.folder.path, diskspace.ReserveSize),
		SessionIdle: settings.SessionIdle, AuditKey: audit.NewKey(s.keys.AuditMAC),
	})
	if err != nil {
		return nil, err
	}
	s.closers.add(s.db.Close)
	if err = by.admit(ctx, s.db.Setups(), s.keys); err != nil {
		return nil, err
	}
	s.passwords = authn.NewPasswords(cost)
	s.users = account.NewUsers(s.db.Users(), s.passwords, time.Now)
	return s, nil
}

// Close closes the database and releases the folder.
func (s *state) Close() error { return s.closers.close() }
