-- +goose Up
-- Everything that a worker needs to execute runs. A plan is compressed JSON and large, so it is not in the row of its run,
-- which is rewritten at each renewal of a lease.

ALTER TABLE runs ADD COLUMN started_at bigint NOT NULL DEFAULT 0; -- 0 until the first claim
ALTER TABLE runs ADD COLUMN ended_at bigint NOT NULL DEFAULT 0; -- 0 until it has ended
ALTER TABLE runs ADD COLUMN started_by text NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN rerun_of bigint NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN failure_reason text NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN details text NOT NULL DEFAULT '{}';
ALTER TABLE runs ADD COLUMN parameters text NOT NULL DEFAULT '{}';
ALTER TABLE runs ADD COLUMN nodes bigint NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN snapshot text NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN connection_id text NOT NULL DEFAULT ''; -- the connection that the plan was made for
ALTER TABLE runs ADD COLUMN home text NOT NULL DEFAULT ''; -- id of the data folder whose process must execute it; '' is any
ALTER TABLE runs ADD COLUMN cancel_requested boolean NOT NULL DEFAULT false;
ALTER TABLE runs ADD COLUMN owner text NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN lease_until bigint NOT NULL DEFAULT 0; -- by the clock of the database
ALTER TABLE runs ADD COLUMN blocked_by bigint NOT NULL DEFAULT 0; -- a run that it waits for, as of the last claim
ALTER TABLE runs ADD COLUMN changed bigint NOT NULL DEFAULT 0; -- sequence number of the last change

-- Few runs have not ended, whatever the number of those that have.
CREATE INDEX runs_live ON runs (created_at, organization_id, id) WHERE status IN ('waitingToRun', 'running');
CREATE INDEX runs_live_target ON runs (organization_id, environment_id, id) WHERE status IN ('waitingToRun', 'running');
CREATE INDEX runs_to_cancel ON runs (owner) WHERE cancel_requested AND status = 'running';
CREATE INDEX runs_changed ON runs (organization_id, changed);

-- The orders of lists; id is the primary key's.
DROP INDEX runs_status;
CREATE INDEX runs_status ON runs (organization_id, status, id);
CREATE INDEX runs_type ON runs (organization_id, type, id);
CREATE INDEX runs_target ON runs (organization_id, environment_id, id);
CREATE INDEX runs_start ON runs (organization_id, started_at, id);
CREATE INDEX runs_end ON runs (organization_id, ended_at, id);

CREATE TABLE run_plans (
    organization_id text   NOT NULL,
    run_id          bigint NOT NULL,
    node_ids        text   NOT NULL, -- a JSON list; before the plan, so that it can be read without the plan
    plan            bytea  NOT NULL, -- SQLite stores bytes in a column of any type
    PRIMARY KEY (organization_id, run_id),
    FOREIGN KEY (organization_id, run_id) REFERENCES runs (organization_id, id) ON DELETE CASCADE
);

-- Results of nodes. A node gets a row when a worker starts it, or when the run ends first.
CREATE TABLE run_nodes (
    organization_id text    NOT NULL,
    run_id          bigint  NOT NULL,
    node_id         text    NOT NULL,
    name            text    NOT NULL,
    state           text    NOT NULL,
    attempt         bigint  NOT NULL,
    epoch           bigint  NOT NULL,
    started_at      bigint  NOT NULL,
    ended_at        bigint  NOT NULL,
    test_failures   boolean NOT NULL,
    problem         text    NOT NULL,
    changed         bigint  NOT NULL,
    queries         text    NOT NULL,
    PRIMARY KEY (organization_id, run_id, node_id),
    FOREIGN KEY (organization_id, run_id) REFERENCES runs (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX run_nodes_changed ON run_nodes (organization_id, changed);

-- The last sequence number of a change of a run or a node. A transaction that takes one locks the row until it commits, so
-- that sequence numbers become visible in their order.
CREATE TABLE run_marks (
    organization_id text   PRIMARY KEY REFERENCES organizations (id),
    last            bigint NOT NULL
);

CREATE TABLE project_snapshots (
    organization_id text   NOT NULL REFERENCES organizations (id),
    id              text   NOT NULL,
    files           bytea  NOT NULL,
    created_at      bigint NOT NULL,
    PRIMARY KEY (organization_id, id)
);

ALTER TABLE environments ADD COLUMN snapshot text NOT NULL DEFAULT ''; -- of project_snapshots; '' when nothing is deployed
ALTER TABLE environments ADD COLUMN deploy_failed boolean NOT NULL DEFAULT false; -- the last deploy failed; false after a completed one
ALTER TABLE environments ADD COLUMN refresh_failed boolean NOT NULL DEFAULT false; -- one of the running refreshes has failed

ALTER TABLE connections ADD COLUMN home text NOT NULL DEFAULT ''; -- id of the data folder of an embedded engine; '' until it is used

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
