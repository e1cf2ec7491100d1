-- +goose Up
-- What became of the object of each node the last time that a run worked on it. Refreshes that are asked to build only what
-- changed compare with it.

CREATE TABLE environment_builds (
    organization_id text   NOT NULL,
    environment_id  bigint NOT NULL,
    node_id         text   NOT NULL,
    run_id          bigint NOT NULL,
    outcome         text   NOT NULL, -- built, failed or deployed
    fingerprint     text   NOT NULL, -- '' when the run did not say what it built
    inputs          text   NOT NULL, -- a JSON object, of what it was built from: node to stamp; '' when the run did not say
    PRIMARY KEY (organization_id, environment_id, node_id),
    FOREIGN KEY (organization_id, environment_id) REFERENCES environments (organization_id, id) ON DELETE CASCADE
);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
