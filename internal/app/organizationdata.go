package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/store"
)

// ExportOrganization writes the rows of one organization to a file. Servers may run.
func ExportOrganization(ctx context.Context, settings config.Settings, wanted admin.ExportOrganization) (report admin.OrganizationReport, err error) {
	if settings.Database == "" && !store.Exists(settings.Data) {
		return report, noState(settings.Data)
	}
	source, err := store.OpenBackupSource(store.Options{Folder: settings.Data, URL: string(settings.Database)})
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if err := source.Begin(ctx); err != nil {
		return report, err
	}
	if report.Organization, err = source.FindOrganization(ctx, wanted.Organization); err != nil {
		return report, err
	}
	source.ForOrganization(report.Organization.ID)
	source.Header.Program = wanted.Version
	writer, err := backup.Create(wanted.File, source.Header)
	if err != nil {
		return report, err
	}
	if err := source.WriteOrganization(ctx, writer, report.Organization.ID); err != nil {
		return report, errors.Join(err, writer.Discard())
	}
	manifest, size, err := writer.Finish()
	report.Rows, report.Size = manifest.Rows(), size
	return report, err
}

// DeleteOrganization deletes an organization with all its rows and, on request, its files. With SQLite the server must be
// stopped, because it caches who its users are.
func DeleteOrganization(ctx context.Context, settings config.Settings, wanted admin.DeleteOrganization) (report admin.OrganizationReport, err error) {
	s, err := openExisting(ctx, settings)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if report.Organization, err = s.db.Organizations().FindAny(ctx, wanted.Organization); err != nil {
		return report, err
	}
	if wanted.WithData && s.folder.lock == nil { // a server that runs has the files open
		owned, err := openFolder(settings.Data)
		if err != nil {
			return report, err
		}
		defer func() { err = errors.Join(err, owned.Close()) }()
	}
	if err := wanted.Confirm(report.Organization); err != nil {
		return report, err
	}
	if report.Rows, err = s.db.Organizations().Delete(ctx, report.Organization.ID); err != nil {
		return report, err
	}
	files := filepath.Join(s.folder.path, dataName, string(report.Organization.ID))
	if wanted.WithData {
		if err := os.RemoveAll(files); err != nil {
			report.Folder = files
			return report, fault.Wrap(err, fault.Unavailable, "organization %s is deleted, but its files in %s are not", report.Organization.Name, files).
				WithHint("Remove the folder: nothing uses it any more.")
		}
		return report, nil
	}
	if _, err := os.Stat(files); err == nil {
		report.Folder = files
	}
	return report, nil
}
