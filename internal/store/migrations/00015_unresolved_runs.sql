-- +goose Up
-- Few builds have failed, whatever the number of nodes: lists find the failed runs that no later run has repaired with it.

CREATE INDEX environment_builds_failed ON environment_builds (organization_id, environment_id, run_id) WHERE outcome = 'failed';

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
