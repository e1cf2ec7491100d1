-- +goose Up
-- Plans, and the deployed state of each node.

ALTER TABLE environments ADD COLUMN version bigint NOT NULL DEFAULT 1; -- incremented by every change that makes plans stale
ALTER TABLE environments ADD COLUMN deployed_run bigint NOT NULL DEFAULT 0; -- the last completed deploy

ALTER TABLE runs ADD COLUMN plan_id text NOT NULL DEFAULT ''; -- the plan of a deploy

CREATE TABLE plans (
    organization_id    text    NOT NULL,
    id                 text    NOT NULL,
    environment_id     bigint  NOT NULL,
    version            bigint  NOT NULL, -- version of the environment that it was made from
    snapshot           text    NOT NULL,
    commit_id          text    NOT NULL,
    message            text    NOT NULL,
    deployed_commit    text    NOT NULL,
    parameters         text    NOT NULL,
    changes_parameters boolean NOT NULL,
    counts             text    NOT NULL, -- JSON
    is_destructive     boolean NOT NULL,
    connection_id      text    NOT NULL,
    home               text    NOT NULL,
    run_id             bigint  NOT NULL DEFAULT 0, -- the run that deploys it; 0 before
    created_by         text    NOT NULL,
    created_at         bigint  NOT NULL,
    result             bytea   NOT NULL, -- JSON, compressed
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, environment_id) REFERENCES environments (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX plans_environment ON plans (organization_id, environment_id, created_at);

-- The states that nodes have after steps of a plan; of several for one node the one with the highest position counts.
CREATE TABLE plan_states (
    organization_id text   NOT NULL,
    plan_id         text   NOT NULL,
    position        bigint NOT NULL,
    node_id         text   NOT NULL,
    step            text   NOT NULL, -- '' is the deploy as a whole
    state           text   NOT NULL, -- JSON; '' when the node is no longer deployed
    PRIMARY KEY (organization_id, plan_id, position),
    FOREIGN KEY (organization_id, plan_id) REFERENCES plans (organization_id, id) ON DELETE CASCADE
);

CREATE INDEX plan_states_node ON plan_states (organization_id, plan_id, node_id);

CREATE TABLE environment_nodes (
    organization_id text   NOT NULL,
    environment_id  bigint NOT NULL,
    node_id         text   NOT NULL,
    state           text   NOT NULL, -- JSON
    run_id          bigint NOT NULL, -- the run that deployed it
    PRIMARY KEY (organization_id, environment_id, node_id),
    FOREIGN KEY (organization_id, environment_id) REFERENCES environments (organization_id, id) ON DELETE CASCADE
);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
