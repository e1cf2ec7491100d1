-- +goose Up
-- Webhooks and their deliveries: an outbox and a log in one. The transaction that causes an event also stores its
-- deliveries.

CREATE TABLE webhooks (
    id              text    PRIMARY KEY,
    organization_id text    NOT NULL REFERENCES organizations (id),
    url             text    NOT NULL,
    description     text    NOT NULL,
    kinds           text    NOT NULL, -- a JSON list of events, or of * for all
    environment_id  bigint,           -- null is every one
    is_active       boolean NOT NULL,
    sealed_secret   text    NOT NULL,
    retired_secrets text    NOT NULL, -- a JSON list of sealed secrets that still sign
    created_by      text    NOT NULL,
    created_at      bigint  NOT NULL,
    failing_since   bigint  NOT NULL DEFAULT 0, -- 0 if the last attempt succeeded
    owner           text    NOT NULL DEFAULT '', -- the server that sends to it
    epoch           bigint  NOT NULL DEFAULT 0,
    lease_until     bigint  NOT NULL DEFAULT 0, -- by the clock of the database
    paused_until    bigint  NOT NULL DEFAULT 0, -- nothing is sent before this time, after a failure
    UNIQUE (organization_id, id),
    FOREIGN KEY (organization_id, environment_id) REFERENCES environments (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX webhooks_environment ON webhooks (organization_id, environment_id);

CREATE TABLE webhook_deliveries (
    organization_id text   NOT NULL,
    webhook_id      text   NOT NULL,
    id              text   NOT NULL, -- grows with time
    kind            text   NOT NULL,
    run_id          bigint NOT NULL, -- 0 if it is not about a run
    body            bytea  NOT NULL,
    state           text   NOT NULL,
    created_at      bigint NOT NULL,
    due_at          bigint NOT NULL, -- of the next attempt
    give_up_at      bigint NOT NULL,
    ended_at        bigint NOT NULL DEFAULT 0, -- 0 while it is waiting
    attempts        bigint NOT NULL DEFAULT 0,
    failed          bigint NOT NULL DEFAULT 0, -- failed attempts since the event or the last replay
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (organization_id, webhook_id, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (organization_id, webhook_id, due_at, id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_late ON webhook_deliveries (give_up_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (ended_at) WHERE state <> 'waiting';

CREATE TABLE webhook_attempts (
    organization_id text   NOT NULL,
    delivery_id     text   NOT NULL,
    number          bigint NOT NULL,
    started_at      bigint NOT NULL,
    took_ms         bigint NOT NULL,
    status          bigint NOT NULL, -- 0 if there was no answer
    answer          text   NOT NULL,
    problem         text   NOT NULL,
    PRIMARY KEY (organization_id, delivery_id, number),
    FOREIGN KEY (organization_id, delivery_id) REFERENCES webhook_deliveries (organization_id, id) ON DELETE CASCADE
);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
