-- +goose Up
-- Operators administer all organizations of the installation, with their quotas and what they use.

-- Administrators of an organization who may administer all of them. `millrace serve` makes the first administrator one.
CREATE TABLE operators (
    organization_id text   NOT NULL,
    user_id         text   PRIMARY KEY,
    created_at      bigint NOT NULL,
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);

-- An organization without a row has no quotas; 0 is no limit. The row is not that of the organization, which every new run locks.
CREATE TABLE organization_quotas (
    organization_id   text   PRIMARY KEY REFERENCES organizations (id),
    max_runs          bigint NOT NULL, -- in progress
    max_storage_bytes bigint NOT NULL,
    max_users         bigint NOT NULL
);

-- What organizations use, measured from time to time.
CREATE TABLE organization_storage (
    organization_id text   NOT NULL REFERENCES organizations (id),
    place           text   NOT NULL, -- 'state', or 'files' with the id of a data folder
    bytes           bigint NOT NULL,
    measured_at     bigint NOT NULL,
    PRIMARY KEY (organization_id, place)
);

-- Administrators list the tokens and sessions of all users.
ALTER TABLE tokens ADD COLUMN last_address text NOT NULL DEFAULT ''; -- of the client that used it last
CREATE INDEX tokens_organization ON tokens (organization_id, created_at, id);
CREATE INDEX sessions_organization ON sessions (organization_id, created_at, id);

-- The entries of an environment in a large audit log.
CREATE INDEX audit_entries_environment ON audit_entries (organization_id, environment_id, sequence) WHERE environment_id > 0;

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
