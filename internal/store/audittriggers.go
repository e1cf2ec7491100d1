package store

import "context"

// auditTriggers are the statements that make the entries of the audit log append-only. They differ between the databases, so
// they are no migration; every start repeats them. They protect against mistakes: the owner of the database can drop
// them, and then the hashes tell.
//
// The retention deletes entries after it has moved the base of their chain, and the deletion of an organization after it has
// deleted the chain.
func (d dialect) auditTriggers() []string {
	if d.name == sqliteDialect.name {
		return []string{
			`CREATE TRIGGER IF NOT EXISTS audit_entries_update BEFORE UPDATE ON audit_entries
				BEGIN SELECT RAISE(ABORT, 'entries of the audit log cannot be changed'); END`,
			`CREATE TRIGGER IF NOT EXISTS audit_entries_delete BEFORE DELETE ON audit_entries
				WHEN EXISTS (SELECT 1 FROM audit_chains c WHERE c.organization_id = OLD.organization_id AND c.base_sequence < OLD.sequence)
				BEGIN SELECT RAISE(ABORT, 'entries of the audit log cannot be deleted'); END`,
		}
	}
	return []string{
		`CREATE OR REPLACE FUNCTION audit_entries_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM audit_chains c
				WHERE c.organization_id = OLD.organization_id AND c.base_sequence < OLD.sequence) THEN
				RETURN OLD;
			END IF;
			RAISE EXCEPTION 'entries of the audit log cannot be changed or deleted';
		END $$`,
		`CREATE TRIGGER audit_entries_guard BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entries_guard()`,
	}
}

// protectAudit creates the triggers of the audit log, unless they exist. The caller holds the lock of the migrations.
func (db *DB) protectAudit(ctx context.Context) error {
	if db.dialect.name == postgresDialect.name {
		var exists bool
		err := db.writer.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_trigger
			WHERE tgname = 'audit_entries_guard' AND tgrelid = 'audit_entries'::regclass)`).Scan(&exists)
		if err != nil || exists {
			return err
		}
	}
	for _, statement := range db.dialect.auditTriggers() {
		if _, err := db.writer.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
