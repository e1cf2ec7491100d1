package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/diskspace"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/store"
)

// Restore loads a backup into an empty folder or database. It checks the whole file before it writes anything.
func Restore(ctx context.Context, settings config.Settings, wanted admin.Restore) (report admin.RestoreReport, err error) {
	file, err := backup.Open(wanted.File)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	header, manifest, err := file.Verify(ctx)
	if err != nil {
		return report, err
	}
	folder, err := openFolder(settings.Data)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	r := &restoring{settings: settings, folder: folder.path, file: file, header: header, manifest: manifest}
	if err := r.run(ctx); err != nil {
		return report, err
	}
	report = admin.RestoreReport{
		File: wanted.File, Program: header.Program, CreatedAt: header.CreatedAt, Schema: header.Schema, Tables: len(manifest.Tables),
		Rows: manifest.Rows(), Folder: folder.path, KeyFingerprint: header.KeyFingerprint, HasKey: r.hasKey,
	}
	for _, file := range manifest.Files {
		if isDataFile(file.Name) {
			report.DataFiles++
		}
	}
	if r.hasKey {
		report.Secrets, report.Unreadable, err = r.openSecrets(ctx)
	}
	return report, err
}

// openSecrets opens every sealed secret of the restored state, and returns how many open and whose do not.
func (r *restoring) openSecrets(ctx context.Context) (opened int, unreadable []string, err error) {
	r.settings.Data = r.folder
	s, err := openSharedKeys(ctx, r.settings)
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, s.db.Close()) }()
	err = s.db.SealedValues().Each(ctx, func(value store.SealedValue) {
		if _, err := s.keys.Open(value.Sealed, value.Context); err != nil {
			unreadable = append(unreadable, value.Object)
			return
		}
		opened++
	})
	return opened, unreadable, err
}

// restoring is a restore in progress.
type restoring struct {
	settings config.Settings
	folder   string
	file     *backup.Reader
	header   backup.Header
	manifest backup.Manifest
	hasKey   bool
	files    *stagedFiles
}

func (r *restoring) run(ctx context.Context) (err error) {
	if err := r.checkKey(); err != nil {
		return err
	}
	if err := r.checkSpace(); err != nil {
		return err
	}
	if r.files, err = stageFiles(r.folder, r.manifest.Files); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.files.discard()) }()
	state := store.Restored{Header: r.header, Manifest: r.manifest, Visit: r.visit}
	err = store.Restore(ctx, store.Options{Folder: r.folder, URL: string(r.settings.Database)}, state, r.publish)
	if unfinished, ok := errors.AsType[*store.UnfinishedError](err); ok {
		return fault.Wrap(unfinished, fault.Unavailable, "the state is restored, but the restore did not finish").
			WithHint("Do not restore again. Start the server: it completes the migration of the database. The cause was: %s", fault.From(unfinished.Unwrap()).Message)
	}
	if err != nil {
		return errors.Join(err, r.files.undo())
	}
	return nil
}

// visit passes the tables to the store, and stages the files.
func (r *restoring) visit(ctx context.Context, table func(backup.Table, *backup.Rows) error) error {
	return r.file.Visit(ctx, r.manifest, backup.Visitor{Table: table, File: r.files.add})
}

// publish puts the files in their places, and checks the key that came with them.
func (r *restoring) publish() error {
	if err := r.files.publish(); err != nil {
		return err
	}
	if r.hasKey || !secret.Exists(r.folder) {
		return nil
	}
	return r.compareKey("")
}

// checkKey compares the key of the folder or the settings with that of the backup, if there is one.
func (r *restoring) checkKey() error {
	if r.settings.Key == "" && !secret.Exists(r.folder) {
		return nil
	}
	return r.compareKey(string(r.settings.Key))
}

func (r *restoring) compareKey(given string) error {
	keys, err := secret.LoadOrCreate(r.folder, given)
	if err != nil {
		return err
	}
	if !keys.Has(r.header.KeyFingerprint) {
		return fault.New(fault.Conflict, "the server key %s does not open the secrets of this backup, which need the key %s",
			keys.Fingerprint(), r.header.KeyFingerprint).
			WithHint("Put the key of the old server to %s (mode 0600), or set MILLRACE_KEY.", filepath.Join(r.folder, secret.FileName))
	}
	r.hasKey = true
	return nil
}

// checkSpace rejects a backup whose files do not fit on the disk.
func (r *restoring) checkSpace() error {
	free, isKnown := diskspace.Free(r.folder)
	if size := r.manifest.FileBytes(); isKnown && uint64(size) > free { //nolint:gosec // sizes are not negative
		return fault.New(fault.Full, "the files of the backup need %d bytes, the disk of %s has %d", size, r.folder, free).
			WithHint("Choose a folder on another disk with --data.")
	}
	return nil
}

// ensureEmpty rejects a path that exists, unless it is an empty folder, which it removes.
func ensureEmpty(path string) error {
	err := os.Remove(path)
	if err == nil || errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return fault.New(fault.Conflict, "%s exists", path).WithHint("A restore overwrites nothing. Pass an empty folder with --data.")
}
