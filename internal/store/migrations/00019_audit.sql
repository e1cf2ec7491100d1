-- +goose Up
-- The audit log. Triggers of the store refuse to change entries, and to delete those after the base of their chain.

CREATE TABLE audit_entries (
    organization_id text   NOT NULL, -- '' for sign-ins at addresses that no organization has
    sequence        bigint NOT NULL, -- from 1, without gaps
    at              bigint NOT NULL,
    actor_id        text   NOT NULL, -- '' for the server itself
    actor_email     text   NOT NULL,
    credential_kind text   NOT NULL, -- token, session, password or ''
    credential_id   text   NOT NULL,
    address         text   NOT NULL,
    request_id      text   NOT NULL,
    action          text   NOT NULL,
    object_kind     text   NOT NULL,
    object_id       text   NOT NULL,
    object_name     text   NOT NULL,
    project_id      text   NOT NULL, -- '' if the object belongs to no project
    environment_id  bigint NOT NULL, -- or workspace; 0 if the object belongs to none
    changes         text   NOT NULL, -- a JSON list
    result          text   NOT NULL, -- ok or refused
    reason          text   NOT NULL, -- of a refusal
    hash            bytea  NOT NULL,
    PRIMARY KEY (organization_id, sequence)
);

-- The head of each chain, and its base: the last entry that the retention has deleted.
CREATE TABLE audit_chains (
    organization_id text   PRIMARY KEY,
    sequence        bigint NOT NULL,
    hash            bytea  NOT NULL,
    base_sequence   bigint NOT NULL,
    base_hash       bytea  NOT NULL,
    seal            bytea  NOT NULL
);

-- How far each organization's entries were sent to the destination of the audit stream.
CREATE TABLE audit_streams (
    organization_id text   NOT NULL,
    destination     text   NOT NULL, -- hash of the settings of the destination
    sequence        bigint NOT NULL,
    PRIMARY KEY (destination, organization_id)
);

-- One server at a time sends to a destination. The time is by the clock of the database.
CREATE TABLE audit_stream_leases (
    destination text   PRIMARY KEY,
    owner       text   NOT NULL,
    lease_until bigint NOT NULL
);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
