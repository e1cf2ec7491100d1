package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/store"
)

// Backup writes the state to a file. It opens neither the data folder nor the key, because a server may use both.
func Backup(ctx context.Context, settings config.Settings, wanted admin.Backup) (report admin.BackupReport, release func() error, err error) {
	if settings.Database == "" && !store.Exists(settings.Data) {
		return report, nil, noState(settings.Data)
	}
	source, err := store.OpenBackupSource(store.Options{Folder: settings.Data, URL: string(settings.Database)})
	if err != nil {
		return report, nil, err
	}
	b := &backing{settings: settings, wanted: wanted, source: source}
	if report, err = b.run(ctx); err != nil {
		return report, nil, errors.Join(err, source.Close())
	}
	return report, source.Close, nil
}

func noState(path string) error {
	return fault.New(fault.NotFound, "the folder %s is not a Millrace data folder", path).
		WithHint("Pass the data folder with --data, or the database with --database.")
}

// backing is a backup in progress.
type backing struct {
	settings config.Settings
	wanted   admin.Backup
	source   *store.BackupSource
	writer   *backup.Writer
}

// run takes the snapshot of the state after the data has come to rest, so that the two belong together as after a crash:
// nodes that the state calls done are in the data.
func (b *backing) run(ctx context.Context) (report admin.BackupReport, err error) {
	key, err := b.key()
	if err != nil {
		return report, err
	}
	var data *dataPause
	if b.wanted.WithData {
		if data, err = pauseData(ctx, b.settings.Data); err != nil {
			return report, err
		}
		defer func() { err = errors.Join(err, data.resume()) }()
	}
	if err := b.source.Begin(ctx); err != nil {
		return report, err
	}
	if key != nil && !slices.Contains(key.fingerprints, b.source.Header.KeyFingerprint) {
		return report, fault.New(fault.Conflict, "the server key that --with-key would include is not the key of this state").
			WithHint("Pass the data folder of the server with --data, or its key in MILLRACE_KEY.")
	}
	b.source.Header.Program = b.wanted.Version
	if b.writer, err = backup.Create(b.wanted.File, b.source.Header); err != nil {
		return report, err
	}
	manifest, size, err := b.write(ctx, key, data)
	if err != nil {
		return report, errors.Join(err, b.writer.Discard())
	}
	return b.report(manifest, size), nil
}

func (b *backing) write(ctx context.Context, key *includedKey, data *dataPause) (backup.Manifest, int64, error) {
	if err := b.writeFolderID(); err != nil {
		return backup.Manifest{}, 0, err
	}
	if key != nil {
		if err := b.writer.Content(secret.FileName, key.content); err != nil {
			return backup.Manifest{}, 0, err
		}
	}
	if data != nil {
		if err := data.copy(ctx, b.writer); err != nil {
			return backup.Manifest{}, 0, err
		}
		if err := data.resume(); err != nil { // the rows are of the snapshot
			return backup.Manifest{}, 0, err
		}
	}
	if err := b.source.Write(ctx, b.writer); err != nil {
		return backup.Manifest{}, 0, err
	}
	return b.writer.Finish()
}

// writeFolderID writes the id of the data folder, which rows of connections refer to.
func (b *backing) writeFolderID() error {
	raw, err := os.ReadFile(filepath.Join(b.settings.Data, dataFolderIDFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "cannot read %s in the data folder", dataFolderIDFile).WithHint("Run the backup as the user of the server.")
	}
	return b.writer.Content(dataFolderIDFile, raw)
}

// includedKey is the content of a key file.
type includedKey struct {
	content      []byte
	fingerprints []string
}

// key returns the key to include; nil if none was asked for.
func (b *backing) key() (*includedKey, error) {
	if !b.wanted.WithKey {
		return nil, nil //nolint:nilnil // there is no key to include
	}
	if b.settings.Key == "" && !secret.Exists(b.settings.Data) {
		return nil, keyMissing(b.settings.Data)
	}
	keys, err := secret.LoadOrCreate(b.settings.Data, string(b.settings.Key))
	if err != nil {
		return nil, err
	}
	content := []byte(string(b.settings.Key) + "\n")
	if b.settings.Key == "" {
		if content, err = os.ReadFile(filepath.Join(b.settings.Data, secret.FileName)); err != nil {
			return nil, err
		}
	}
	return &includedKey{content: content, fingerprints: keys.Fingerprints()}, nil
}

func (b *backing) report(manifest backup.Manifest, size int64) admin.BackupReport {
	report := admin.BackupReport{
		File: b.wanted.File, Size: size, Database: b.source.Header.Database, Schema: b.source.Header.Schema,
		Tables: len(manifest.Tables), Rows: manifest.Rows(), CompleteUntil: b.source.CompleteUntil(),
		KeyFingerprint: b.source.Header.KeyFingerprint, HasKey: b.wanted.WithKey, HasData: b.wanted.WithData,
	}
	for _, file := range manifest.Files {
		if isDataFile(file.Name) {
			report.DataFiles++
			report.DataBytes += file.Size
		}
	}
	return report
}
