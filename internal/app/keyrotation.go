package app

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/store"
)

// keyInterval is how often a process asks the database which key is active.
const keyInterval = 2 * time.Second

// sharedKeys are the keys and the database of a deployment whose servers may run.
type sharedKeys struct {
	folder string
	keys   *secret.Keys
	db     *store.DB
	active secret.Active
	given  bool // by the settings, not by a file
}

func openSharedKeys(ctx context.Context, settings config.Settings) (_ *sharedKeys, err error) {
	if settings.Database == "" && !store.Exists(settings.Data) {
		return nil, noState(settings.Data)
	}
	if settings.Key == "" && !secret.Exists(settings.Data) {
		return nil, keyMissing(settings.Data)
	}
	s := &sharedKeys{folder: settings.Data, given: settings.Key != ""}
	if s.keys, err = secret.LoadOrCreate(settings.Data, string(settings.Key)); err != nil {
		return nil, err
	}
	s.db, err = store.OpenShared(ctx, store.Options{
		Folder: settings.Data, URL: string(settings.Database), AuditKey: audit.NewKey(s.keys.AuditMAC), // a rotation has an entry
	})
	if err != nil {
		return nil, err
	}
	if s.active, err = s.db.Setups().Key(ctx); err == nil {
		err = s.keys.Use(s.active)
	}
	if err != nil {
		return nil, errors.Join(err, s.db.Close())
	}
	return s, nil
}

// KeyStatus counts the sealed values of each key.
func KeyStatus(ctx context.Context, settings config.Settings) (report admin.KeyReport, err error) {
	s, err := openSharedKeys(ctx, settings)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, s.db.Close()) }()
	return s.report(ctx)
}

func (s *sharedKeys) report(ctx context.Context) (admin.KeyReport, error) {
	report := admin.KeyReport{Active: s.keys.Fingerprint(), Keys: s.keys.Fingerprints(), Secrets: map[string]int{}}
	err := s.db.SealedValues().Each(ctx, func(value store.SealedValue) {
		fingerprint := secret.KeyOf(value.Sealed)
		report.Secrets[fingerprint]++
		switch _, err := s.keys.Open(value.Sealed, value.Context); {
		case err != nil:
			report.Unreadable = append(report.Unreadable, value.Object)
		case fingerprint != report.Active:
			report.Pending++
		}
	})
	return report, err
}

// AddKey adds a key to the key file, for a later rotation.
func AddKey(ctx context.Context, settings config.Settings) (report admin.KeyReport, err error) {
	s, err := openSharedKeys(ctx, settings)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, s.db.Close()) }()
	if err := s.add(); err != nil {
		return report, err
	}
	return s.report(ctx)
}

func (s *sharedKeys) add() error {
	if s.given {
		return fault.New(fault.Conflict, "the key is set by MILLRACE_KEY, not by a file").
			WithHint("Set MILLRACE_KEY to the new key, a comma and the old key, for all servers and this command. Make one with: openssl rand -base64 32")
	}
	if _, err := secret.Add(s.folder); err != nil {
		return err
	}
	return s.keys.Reload()
}

// RotateKey makes the newest key of the file the active one, or a new one if it is that already, and seals all values with it.
// Servers go on meanwhile: each value opens with the key that it names.
//
// A rotation that was interrupted is completed by the next one, without another key.
func RotateKey(ctx context.Context, settings config.Settings) (report admin.KeyReport, err error) {
	s, err := openSharedKeys(ctx, settings)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, s.db.Close()) }()
	before, err := s.report(ctx)
	if err != nil {
		return report, err
	}
	if !isInterrupted(before) {
		if err := s.activate(ctx); err != nil {
			return report, err
		}
	}
	changed, err := s.resealAll(ctx)
	if err != nil {
		return report, err
	}
	report, err = s.report(ctx)
	report.Changed = changed
	return report, err
}

// isInterrupted reports whether values are left that another key than the active one sealed.
func isInterrupted(report admin.KeyReport) bool {
	return report.Keys[0] == report.Active && len(report.Keys) > 1 && report.Pending > 0
}

// activate makes the newest key the active one.
func (s *sharedKeys) activate(ctx context.Context) error {
	if s.keys.Fingerprints()[0] == s.active.Fingerprint {
		if err := s.add(); err != nil {
			return err
		}
	}
	after, err := s.keys.Rotation(s.active, s.keys.Fingerprints()[0])
	if err != nil {
		return err
	}
	if err := s.db.Setups().RotateKey(ctx, s.active, after); err != nil {
		return err
	}
	s.active = after
	return nil
}

// resealAll seals all values with the active key. Servers learn of it within keyInterval, and may seal with the old key until
// then, so there is a pass after that.
func (s *sharedKeys) resealAll(ctx context.Context) (changed int, err error) {
	for pass := range 2 {
		if pass > 0 {
			if err := backoff.Sleep(ctx, keyInterval+time.Second); err != nil {
				return changed, err
			}
		}
		done, err := s.db.SealedValues().Reseal(ctx, s.keys.Reseal)
		changed += done.Changed
		if err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// PruneKeys removes the keys from the key file that no value needs any more.
func PruneKeys(ctx context.Context, settings config.Settings) (report admin.KeyReport, err error) {
	s, err := openSharedKeys(ctx, settings)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, s.db.Close()) }()
	if s.given {
		return report, fault.New(fault.Conflict, "the key is set by MILLRACE_KEY, not by a file").
			WithHint("Run `millrace key status`, and remove the other keys from MILLRACE_KEY.")
	}
	if report, err = s.report(ctx); err != nil {
		return report, err
	}
	if s.active.TokenKey == "" || report.Pending > 0 {
		return report, fault.New(fault.Conflict, "values are sealed with another key than the active one").WithHint("Run `millrace key rotate` first.")
	}
	// Newer keys stay: they are for a rotation that may have begun meanwhile.
	older := slices.Index(report.Keys, report.Active) + 1
	report.Keys, report.Removed = report.Keys[:older], slices.Clone(report.Keys[older:])
	return report, secret.Keep(s.folder, func(fingerprint string) bool { return !slices.Contains(report.Removed, fingerprint) })
}

// keyWatcher follows rotations while a process runs.
type keyWatcher struct {
	keys   *secret.Keys
	active func(ctx context.Context) (secret.Active, error)
	warn   func(message string, args ...any)
}

// run follows the active key until the context ends.
func (w *keyWatcher) run(ctx context.Context) {
	warned := ""
	for backoff.Sleep(ctx, keyInterval) == nil {
		active, err := w.active(ctx)
		if err != nil || active.Fingerprint == w.keys.Fingerprint() {
			continue // a database that is away is reported elsewhere
		}
		if err = w.keys.Reload(); err == nil {
			err = w.keys.Use(active)
		}
		if err != nil && warned != active.Fingerprint {
			warned = active.Fingerprint
			w.warn("server key rotated, but the new key is missing", "error", err.Error())
		}
	}
}
