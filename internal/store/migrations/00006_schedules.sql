-- +goose Up
-- Schedules, the result of each of their due times, and the runs that they started.

CREATE TABLE schedules (
    organization_id text    NOT NULL REFERENCES organizations (id),
    id              text    NOT NULL,
    environment_id  bigint  NOT NULL, -- it may be deleted: a schedule outlives it, and its firings fail
    name            text    NOT NULL,
    job             text    NOT NULL,
    include         text    NOT NULL,
    exclude         text    NOT NULL,
    parameters      text    NOT NULL, -- a JSON object; '' keeps the environment's
    parallelism     bigint  NOT NULL, -- 0 is the default
    cron            text    NOT NULL, -- one of cron, after_job and after_schedule is not ''
    time_zone       text    NOT NULL,
    after_job       text    NOT NULL,
    after_schedule  text    NOT NULL,
    retry_count     bigint  NOT NULL,
    retry_wait      bigint  NOT NULL, -- milliseconds
    retry_from      text    NOT NULL,
    overlap         text    NOT NULL,
    missed          text    NOT NULL,
    is_paused       boolean NOT NULL,
    next_due        bigint  NOT NULL, -- 0 is never
    last_due        bigint  NOT NULL, -- 0 until it fired
    created_by      text    NOT NULL,
    created_at      bigint  NOT NULL,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX schedules_due ON schedules (next_due) WHERE next_due > 0;
CREATE INDEX schedules_environment ON schedules (organization_id, environment_id, id);
CREATE INDEX schedules_after_job ON schedules (organization_id, environment_id, after_job) WHERE after_job <> '';
CREATE INDEX schedules_after_schedule ON schedules (organization_id, after_schedule) WHERE after_schedule <> '';

-- The key makes a due time fire once, however many servers try.
CREATE TABLE schedule_firings (
    organization_id text   NOT NULL,
    schedule_id     text   NOT NULL,
    due_at          bigint NOT NULL,
    cause           text   NOT NULL,
    after_run       bigint NOT NULL, -- the run that triggered it; 0 for none
    state           text   NOT NULL,
    attempt         bigint NOT NULL,
    run_id          bigint NOT NULL, -- of the last attempt that started one; 0 before
    started_at      bigint NOT NULL, -- when the first attempt started its run; 0 before
    ready_at        bigint NOT NULL, -- when a server may claim it; for a claimed one, when its lease expires
    owner           text   NOT NULL, -- the server that has claimed it; '' for none
    refusals        bigint NOT NULL, -- how often this attempt was postponed
    reason          text   NOT NULL,
    PRIMARY KEY (organization_id, schedule_id, due_at),
    FOREIGN KEY (organization_id, schedule_id) REFERENCES schedules (organization_id, id) ON DELETE CASCADE
);
-- Few firings have not ended, whatever the number of those that have.
CREATE INDEX schedule_firings_ready ON schedule_firings (ready_at) WHERE state = 'due';
CREATE INDEX schedule_firings_open ON schedule_firings (organization_id, schedule_id, due_at) WHERE state IN ('due', 'queued', 'started');
CREATE INDEX schedule_firings_age ON schedule_firings (due_at);
CREATE UNIQUE INDEX schedule_firings_after_run ON schedule_firings (organization_id, schedule_id, after_run) WHERE after_run > 0;

CREATE TABLE schedule_runs (
    organization_id text   NOT NULL,
    run_id          bigint NOT NULL,
    schedule_id     text   NOT NULL,
    due_at          bigint NOT NULL,
    attempt         bigint NOT NULL,
    PRIMARY KEY (organization_id, run_id),
    FOREIGN KEY (organization_id, run_id) REFERENCES runs (organization_id, id) ON DELETE CASCADE
);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
