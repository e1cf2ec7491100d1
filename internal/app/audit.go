package app

import (
	"context"
	"errors"
	"os"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/auditstream"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/store"
)

// startAuditStream starts to send new entries of the audit log to the destination in the settings, if there is one.
func (a *App) startAuditStream() error {
	destination := string(a.settings.AuditStream)
	if destination == "" {
		return nil
	}
	host, _ := os.Hostname() // the messages have no host without one
	sender, err := auditstream.NewSender(auditstream.Options{URL: destination, Token: string(a.settings.AuditStreamToken), Host: host})
	if err != nil {
		return err
	}
	a.startAll(auditstream.New(a.state.db.AuditStreams(), sender, auditstream.Name(destination), a.logger).Run)
	return nil
}

// VerifyAudit checks the chains of the audit log. It only reads, so that a server may use the same folder.
func VerifyAudit(
	ctx context.Context, settings config.Settings, anchors map[ids.Organization]audit.Anchor,
) (chains []audit.Verified, err error) {
	if settings.Database == "" && !store.Exists(settings.Data) {
		return nil, fault.New(fault.NotFound, "the folder %s is not a Millrace data folder", settings.Data).
			WithHint("Pass the data folder with --data, or the database with --database.")
	}
	if settings.Key == "" && !secret.Exists(settings.Data) {
		return nil, keyMissing(settings.Data)
	}
	keys, err := secret.LoadOrCreate(settings.Data, string(settings.Key))
	if err != nil {
		return nil, err
	}
	db, err := store.OpenReader(ctx, store.Options{
		Folder: settings.Data, URL: string(settings.Database), AuditKey: audit.NewKey(keys.AuditMAC),
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := checkKey(ctx, db.Setups(), keys); err != nil {
		return nil, err
	}
	err = db.AuditLog().Verify(ctx, anchors, func(chain audit.Verified) { chains = append(chains, chain) })
	return chains, err
}
