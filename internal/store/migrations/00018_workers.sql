-- +goose Up
-- Processes that execute runs register themselves, and environments and connections ask for workers with a label.

-- A row is written again and again while its process lives. It is deleted when the process stops, or a day after its last
-- heartbeat. Times are by the clock of the database.
CREATE TABLE workers (
    id          text    PRIMARY KEY, -- the owner of its leases
    name        text    NOT NULL,
    kind        text    NOT NULL, -- server or worker
    version     text    NOT NULL,
    labels      text    NOT NULL, -- a JSON list
    home        text    NOT NULL, -- id of its data folder; '' if it owns none
    max_runs    bigint  NOT NULL,
    is_draining boolean NOT NULL,
    started_at  bigint  NOT NULL,
    seen_at     bigint  NOT NULL,
    live_until  bigint  NOT NULL
);

ALTER TABLE environments ADD COLUMN worker_label text NOT NULL DEFAULT ''; -- that a worker of its runs must have; '' is any
ALTER TABLE connections ADD COLUMN worker_label text NOT NULL DEFAULT '';
ALTER TABLE connections ADD COLUMN max_runs bigint NOT NULL DEFAULT 0; -- runs at once, over all workers; 0 is no limit

-- Few environments and connections restrict which runs a worker may claim.
CREATE INDEX environments_worker_label ON environments (organization_id, id) WHERE worker_label <> '';
CREATE INDEX connections_restricted ON connections (id) WHERE worker_label <> '' OR max_runs > 0;
CREATE INDEX runs_running_connection ON runs (connection_id) WHERE status = 'running';

-- A worker finds the runs that it may claim in the index alone.
DROP INDEX runs_ready;
CREATE INDEX runs_ready ON runs (created_at, organization_id, id, environment_id, connection_id, home) WHERE status = 'waitingToRun' AND blocked_by = 0;

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
