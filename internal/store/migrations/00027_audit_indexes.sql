-- +goose Up
-- The filters of the audit log: who did it, and to what. The sequence orders the pages.

CREATE INDEX audit_entries_object ON audit_entries (organization_id, object_id, sequence);
CREATE INDEX audit_entries_actor ON audit_entries (organization_id, actor_id, sequence);
CREATE INDEX audit_entries_email ON audit_entries (organization_id, actor_email, sequence);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
