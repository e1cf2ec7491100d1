-- +goose Up
-- The last build record of each node. Refreshes with onlyChanged compare with it.

CREATE TABLE environment_builds (
    organization_id text   NOT NULL,
    environment_id  bigint NOT NULL,
    node_id         text   NOT NULL,
    run_id          bigint NOT NULL,
    outcome         text   NOT NULL, -- built, failed or deployed
    fingerprint     text   NOT NULL, -- '' if the run did not record it
    inputs          text   NOT NULL, -- a JSON object of what it was built from: node to data version; '' if the run did not record it
    PRIMARY KEY (organization_id, environment_id, node_id),
    FOREIGN KEY (organization_id, environment_id) REFERENCES environments (organization_id, id) ON DELETE CASCADE
);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
